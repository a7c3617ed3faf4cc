from sorter import shapes
from sorter.shapes import Circle, Point, check

size = 3


def sort(shape):
    match shape:
        case Point(x=0, y=size):
        #    ^^^^^ type sorter.shapes#Point
        #          ^ nothing
        #               ^ nothing
        #                 ^^^^ nothing
            return size
            #      ^^^^ nothing
        case Circle(centre=Point() as size) as found if check(found):
        #    ^^^^^^ type sorter.shapes#Circle
        #           ^^^^^^ nothing
        #                  ^^^^^ type sorter.shapes#Point
        #                             ^^^^ nothing
        #                                               ^^^^^ call sorter.shapes#check
        #                                                     ^^^^^ nothing
            return found.grow()
            #            ^^^^ method sorter.shapes#Circle.grow
        case [Point(), *checks]:
        #     ^^^^^ type sorter.shapes#Point
        #               ^^^^^^ nothing
            return None
        case {"a": shapes.ORIGIN, **others}:
        #                 ^^^^^^ var sorter.shapes#ORIGIN
        #          ^^^^^^ nothing
        #                           ^^^^^^ nothing
            return others
        case shapes.Point() | shapes.Circle():
        #           ^^^^^ type sorter.shapes#Point
        #                            ^^^^^^ type sorter.shapes#Circle
            return None
        case size:
        #    ^^^^ nothing
            return size
            #      ^^^^ nothing

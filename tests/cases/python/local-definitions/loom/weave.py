from functools import wraps

from loom.yarn import COLOUR, Spool, cut, spin


def traced(fn):
#   ^^^^^^ def FUNC loom.weave#traced
    @wraps(fn)
    #^^^^^ call functools#wraps
    #^^^^^ invoked
    #      ^^ nothing
    def wrapper(*args, **kwargs):
    #   ^^^^^^^ def FUNC loom.weave#traced
        cut(args)
        # <- call loom.yarn#cut
        return fn(*args, **kwargs)
        #      ^^ nothing
        #          ^^^^ nothing

    return wrapper
    #      ^^^^^^^ nothing


def pattern(rows: int):
    class Row:
    #     ^^^ def FUNC loom.weave#pattern
        tint = COLOUR
        #      ^^^^^^ var loom.yarn#COLOUR

        def __init__(self, spool: Spool):
            #                     ^^^^^ type loom.yarn#Spool
            self.spool = spool.wind()
            #                  ^^^^ method loom.yarn#Spool.wind

        def draw(self):
            return spin(3) + self.edge()
            #      ^^^^ call loom.yarn#spin
            #                     ^^^^ nothing

        def edge(self):
            return "|"

    def fill(row):
        return row.draw() if row else cut(row)
        #                             ^^^ call loom.yarn#cut

    rest = lambda row: spin(row)
    #                  ^^^^ call loom.yarn#spin
    first = Row(Spool())
    #       ^^^ nothing
    #           ^^^^^ type loom.yarn#Spool
    first.draw()
    #     ^^^^ nothing
    return [fill(first), rest(rows)]
    #       ^^^^ nothing
    #            ^^^^^ nothing
    #                    ^^^^ nothing


@traced
#^^^^^^ call loom.weave#traced
#^^^^^^ invoked
def counter():
    total = 0

    def bump():
        nonlocal total
        total += 1
        # <- nothing
        return total

    return bump()
    #      ^^^^ nothing

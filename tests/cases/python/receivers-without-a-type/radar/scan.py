from radar.parts import DishA


def scan(thing, other):
    thing.turn()
    #     ^^^^ ambiguous radar.parts#DishA.turn, radar.parts#DishB.turn
    # <- nothing
    thing.raise_up()
    #     ^^^^^^^^ ambiguous radar.parts#Mast.raise_up
    other.bend
    #     ^^^^ ambiguous radar.waves#Wave0.bend, radar.waves#Wave1.bend, radar.waves#Wave2.bend, radar.waves#Wave3.bend, radar.waves#Wave4.bend, radar.waves#Wave5.bend, radar.waves#Wave6.bend, radar.waves#Wave7.bend
    other.fold()
    #     ^^^^ unresolved receiver type unknown
    return thing.vanish().away
    #            ^^^^^^ unresolved receiver type unknown
    #                     ^^^^ unresolved receiver type unknown


def known(dish: DishA, thing):
    dish.turn()
    #    ^^^^ method radar.parts#DishA.turn
    if isinstance(thing, DishA):
    #                    ^^^^^ type radar.parts#DishA
        thing.turn()
        #     ^^^^ method radar.parts#DishA.turn
    for each in thing.parts:
        each.turn()
        #    ^^^^ ambiguous radar.parts#DishA.turn, radar.parts#DishB.turn


def names():
    missing_thing()
    # <- unresolved no definition
    value = missing_value + 1
    #       ^^^^^^^^^^^^^ unresolved no definition
    return value


@missing_mark
#^^^^^^^^^^^^ unresolved no definition
class Echo:
    near: MissingType
    #     ^^^^^^^^^^^ unresolved no definition


missing_start(Echo)
# <- unresolved no definition
#             ^^^^ dep radar.scan#Echo

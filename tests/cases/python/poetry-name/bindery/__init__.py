import gluelike
from gluelike import stick


def bind():
#   ^^^^ def FUNC bindery#bind
    return stick(gluelike.POT)
    #      ^^^^^ call gluelike#stick
    #                     ^^^ var gluelike#POT

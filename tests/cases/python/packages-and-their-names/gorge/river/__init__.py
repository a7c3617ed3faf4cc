from ..rock import rock as stone
from .delta import *
from .delta import silt as mud


def flow(text):
#   ^^^^ def FUNC gorge.river#flow
    return stone(), mud(), silt(), text
    #      ^^^^^ call gorge.rock#rock
    #               ^^^ call gorge.river.delta#silt
    #                      ^^^^ call gorge.river.delta#silt

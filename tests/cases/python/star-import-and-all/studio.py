import palette
from palette import *


def work():
    canvas = Canvas()
    #        ^^^^^^ type palette.shapes#Canvas
    canvas.paint()
    #      ^^^^^ method palette.shapes#Canvas.paint
    return circle(), blend(), WARM, palette.circle()
    #      ^^^^^^ call palette.shapes#circle
    #                ^^^^^ call palette.tones#blend
    #                         ^^^^ var palette.tones#WARM
    #                                       ^^^^^^ call palette.shapes#circle

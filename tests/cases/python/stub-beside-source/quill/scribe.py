from quill import ink
from quill._native import Plate, press
from quill.ink import COLOUR, Pen, blot, dip


def scribe(pen: Pen, plate: Plate):
#               ^^^ param quill.ink#Pen
#                           ^^^^^ param quill._native#Plate
    dip(blot())
    # <- call quill.ink#dip
    #   ^^^^ call quill.ink#blot
    pen.write(COLOUR)
    #   ^^^^^ method quill.ink#Pen.write
    #         ^^^^^^ var quill.ink#COLOUR
    press(3).clean()
    # <- call quill._native#press
    #        ^^^^^ method quill._native#Plate.clean
    return ink.Pen("x")
    #          ^^^ type quill.ink#Pen
    #          ^^^ method quill.ink#Pen.__init__

COLOUR = "blue"


def dip(depth):
#   ^^^ def FUNC quill.ink#dip
    return depth


class Pen:
    def __init__(self, nib):
        self.nib = nib

    def write(self, text):
    #   ^^^^^ def FUNC quill.ink#Pen.write
        return dip(text)
        #      ^^^ call quill.ink#dip

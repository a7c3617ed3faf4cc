__all__ = ["circle", "Canvas", "_secret"]
#           ^^^^^^ nothing


def circle():
#   ^^^^^^ def FUNC palette.shapes#circle
    return square()
    #      ^^^^^^ call palette.shapes#square


def square():
    return 4


def _secret():
    return 0


class Canvas:
    def paint(self):
        return circle()

    def _rub(self):
        return None

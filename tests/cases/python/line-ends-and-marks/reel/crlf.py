from reel.base import SPEED, wind


def cast():
#   ^^^^ def FUNC reel.crlf#cast
    """Casts

    twice."""
    wind("""two
lines""")
    wind(SPEED)
    # <- call reel.base#wind
    #    ^^^^^ var reel.base#SPEED
    return wind


class Rod:
#     ^^^ def TYPE reel.crlf#Rod
    def bend(self):
        return cast()
        #      ^^^^ call reel.crlf#cast

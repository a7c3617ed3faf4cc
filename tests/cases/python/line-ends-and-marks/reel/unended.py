from reel.base import wind


def last():
#   ^^^^ def FUNC reel.unended#last
    return wind()
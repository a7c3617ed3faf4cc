from reel.base import wind


def haul():
#   ^^^^ def FUNC reel.bom#haul
    return wind()
    #      ^^^^ call reel.base#wind

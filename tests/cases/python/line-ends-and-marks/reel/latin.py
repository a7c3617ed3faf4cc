from reel.base import wind


def drift():
#   ^^^^^ def FUNC reel.latin#drift
    note = "café"; wind(note)
    #              ^^^^ call reel.base#wind
    return wind("ÿÿ") # é
    #      ^^^^ call reel.base#wind


def settle():
#   ^^^^^^ def FUNC reel.latin#settle
    return drift()
    #      ^^^^^ call reel.latin#drift

from reel.base import SPEED, wind


def sink():
#   ^^^^ def FUNC reel.separators#sink
    text = "a b cde"; wind(text)
    #                   ^^^^ call reel.base#wind
    return wind(SPEED)  # a wind(b)
    #      ^^^^ call reel.base#wind
    #           ^^^^^ var reel.base#SPEED


def float_up():
#   ^^^^^^^^ def FUNC reel.separators#float_up
    return sink()
    #      ^^^^ call reel.separators#sink

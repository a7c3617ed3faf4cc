from reel import bom, crlf, latin, separators, unended


def use():
    crlf.cast()
    #    ^^^^ call reel.crlf#cast
    bom.haul()
    #   ^^^^ call reel.bom#haul
    separators.float_up()
    #          ^^^^^^^^ call reel.separators#float_up
    latin.settle()
    #     ^^^^^^ call reel.latin#settle
    return unended.last()
    #              ^^^^ call reel.unended#last

colour = "red"
width = 3


def shade(colour=colour, *, width=width):
#         ^^^^^^ nothing
#                ^^^^^^ var mosaic.tile#colour
#                           ^^^^^ nothing
#                                 ^^^^^ var mosaic.tile#width
    return f"{colour}/{width}"
    #         ^^^^^^ nothing
    #                  ^^^^^ nothing

from mosaic.tile import colour, shade, width


def wall(tiles):
    shade(colour=colour, width=2)
    # <- call mosaic.tile#shade
    #     ^^^^^^ nothing
    #            ^^^^^^ var mosaic.tile#colour
    #                    ^^^^^ nothing
    text = f"{shade(width=width)!r:>{width}} {colour=} {{shade}}"
    #         ^^^^^ call mosaic.tile#shade
    #               ^^^^^ nothing
    #                     ^^^^^ var mosaic.tile#width
    #                                ^^^^^ var mosaic.tile#width
    #                                         ^^^^^^ var mosaic.tile#colour
    #                                                    ^^^^^ nothing
    rows = {"shade": shade, colour: [tile for tile in tiles]}
    #        ^^^^^ nothing
    #                ^^^^^ call mosaic.tile#shade
    #                ^^^^^ not invoked
    #                       ^^^^^^ var mosaic.tile#colour
    plain = "{shade} %s" % width  # shade(colour)
    #         ^^^^^ nothing
    #                      ^^^^^ var mosaic.tile#width
    #                               ^^^^^ nothing
    return text, rows, dict(colour=plain, **{"width": width})
    #                       ^^^^^^ nothing
    #                                         ^^^^^ nothing
    #                                                 ^^^^^ var mosaic.tile#width

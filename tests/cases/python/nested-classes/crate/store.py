from crate.box import Box


def pack():
    Box.of(Box.measure(3))
    # <- type crate.box#Box
    #   ^^ method crate.box#Box.of
    #   ^^ invoked
    #      ^^^ type crate.box#Box
    #          ^^^^^^^ method crate.box#Box.measure
    return Box.Lid(4).shut()
    #          ^^^ type crate.box#Box.Lid
    #          ^^^ method crate.box#Box.Lid.__init__
    #          ^^^ invoked
    #                 ^^^^ method crate.box#Box.Lid.shut


def hinge(lid: Box.Lid) -> Box.Lid.Hinge:
#                  ^^^ param crate.box#Box.Lid
#                                  ^^^^^ result crate.box#Box.Lid.Hinge
    return lid.hinge
    #          ^^^^^ nothing

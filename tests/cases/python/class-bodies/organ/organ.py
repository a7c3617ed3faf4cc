from typing import ClassVar, Optional

from organ import pipes
from organ.pipes import WIDTH, Base, Reed, tune


class Organ(Base, stop=tune("a")):
#           ^^^^ embed organ.pipes#Base
#                 ^^^^ nothing
#                      ^^^^ dep organ.pipes#tune
#                      ^^^^ invoked
    """An organ with Reed and tune in its text."""

    width = WIDTH
    # <- nothing
    #       ^^^^^ dep organ.pipes#WIDTH
    #       ^^^^^ not invoked
    double = width * 2
    #        ^^^^^ nothing
    reed: Reed = pipes.Reed()
    #     ^^^^ field organ.pipes#Reed
    #                  ^^^^ dep organ.pipes#Reed
    spare: ClassVar[Optional[pipes.Reed]] = None
    #                              ^^^^ field organ.pipes#Reed
    #                        ^^^^^ nothing
    names = {tune(name) for name in ("a", "b")}
    #        ^^^^ dep organ.pipes#tune
    #             ^^^^ nothing
    press = lambda self: tune(self)
    #                    ^^^^ dep organ.pipes#tune
    #                         ^^^^ nothing

    class Stop:
        size = WIDTH
        #      ^^^^^ dep organ.pipes#WIDTH

    def __init__(self, reed: "Reed | None" = None):
    #                         ^^^^ param organ.pipes#Reed
        self.reeds: list[Reed] = []
        #                ^^^^ type organ.pipes#Reed
        #    ^^^^^ nothing
        self.stop = Organ.Stop()
        #           ^^^^^ type organ.organ#Organ
        #                 ^^^^ type organ.organ#Organ.Stop

    play = tune
    #      ^^^^ dep organ.pipes#tune

    if WIDTH > 2:
    #  ^^^^^ dep organ.pipes#WIDTH

        def wide(self):
        #   ^^^^ def FUNC organ.organ#Organ.wide
            return self.width
            #           ^^^^^ nothing

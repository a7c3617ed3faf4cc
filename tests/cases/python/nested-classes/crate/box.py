def weigh(thing):
    return 1


class Box:
    limit = 5
    # <- nothing

    class Lid:
    #     ^^^ def TYPE crate.box#Box.Lid
        class Hinge:
        #     ^^^^^ def TYPE crate.box#Box.Lid.Hinge
            def squeak(self):
            #   ^^^^^^ def FUNC crate.box#Box.Lid.Hinge.squeak
                return weigh(self)
                #      ^^^^^ call crate.box#weigh
                #            ^^^^ nothing

        def __init__(self, width):
            self.hinge = Box.Lid.Hinge()
            #            ^^^ type crate.box#Box
            #                ^^^ type crate.box#Box.Lid
            #                    ^^^^^ type crate.box#Box.Lid.Hinge
            #    ^^^^^ nothing

        def shut(self):
            return self.hinge.squeak()
            #                 ^^^^^^ method crate.box#Box.Lid.Hinge.squeak
            #           ^^^^^ nothing

    @staticmethod
    #^^^^^^^^^^^^ nothing
    def measure(width):
    #   ^^^^^^^ def FUNC crate.box#Box.measure
        return width * Box.limit
        #              ^^^ type crate.box#Box
        #                  ^^^^^ nothing

    @classmethod
    def of(cls, width):
    #   ^^ def FUNC crate.box#Box.of
        cls.measure(width)
        #   ^^^^^^^ method crate.box#Box.measure
        # <- nothing
        lid = cls.Lid(width)
        #         ^^^ type crate.box#Box.Lid
        #         ^^^ method crate.box#Box.Lid.__init__
        box = cls()
        #     ^^^ nothing
        return box, lid.shut()
        #               ^^^^ method crate.box#Box.Lid.shut

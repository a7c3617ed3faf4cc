from forge import metal
from forge.metal import Halt, Iron, Metal, Steel as Blade


def smith(make):
    one = Metal(3)
    #     ^^^^^ type forge.metal#Metal
    #     ^^^^^ method forge.metal#Metal.__init__
    #     ^^^^^ invoked
    two = Iron(4)
    #     ^^^^ type forge.metal#Iron
    three = metal.Steel(5)
    #             ^^^^^ type forge.metal#Steel
    #             ^^^^^ method forge.metal#Steel.__init__
    four = Blade(6)
    #      ^^^^^ type forge.metal#Steel
    #      ^^^^^ method forge.metal#Steel.__init__
    make(Metal, kind=Iron)
    #    ^^^^^ type forge.metal#Metal
    #           ^^^^ nothing
    #                ^^^^ type forge.metal#Iron
    # <- nothing
    one(2)
    # <- nothing
    if two + one:
    #  ^^^ nothing
        raise Halt
        #     ^^^^ type forge.metal#Halt
    return isinstance(four, (Iron, metal.Metal)), three.beat()
    #                        ^^^^ type forge.metal#Iron
    #                                    ^^^^^ type forge.metal#Metal
    #                                                   ^^^^ method forge.metal#Iron.beat

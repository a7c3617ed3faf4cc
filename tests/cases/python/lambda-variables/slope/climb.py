from slope.curve import identity, lift, steep


def climb(values):
    ordered = sorted(values, key=lambda e: steep(e) + lift(e))
    #                                      ^^^^^ var slope.curve#steep
    #                                      ^^^^^ invoked
    #                                                 ^^^^ call slope.curve#lift
    #                                            ^ nothing
    #                        ^^^ nothing
    #         ^^^^^^ nothing
    return map(identity, ordered)
    #          ^^^^^^^^ var slope.curve#identity
    #          ^^^^^^^^ not invoked
    #                    ^^^^^^^ nothing

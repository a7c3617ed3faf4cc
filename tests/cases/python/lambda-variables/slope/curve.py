BASE = 2


def lift(value, by=BASE):
    #              ^^^^ var slope.curve#BASE
    return value + by


identity = lambda e: e
# <- def VAR slope.curve#identity
#                    ^ nothing
steep = lambda e, by=BASE: lift(e, by) * identity(e)
# <- def VAR slope.curve#steep
#                    ^^^^ dep slope.curve#BASE
#                          ^^^^ dep slope.curve#lift
#                          ^^^^ invoked
#                                        ^^^^^^^^ dep slope.curve#identity
#                               ^ nothing
#                                  ^^ nothing

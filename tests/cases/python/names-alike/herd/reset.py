from herd import cow, goat


def reset(cow_=cow):
#   ^^^^^ def FUNC herd.reset#reset
#              ^^^ nothing
    return cow.reset(), goat.reset, cow.Cow().reset(), goat.Cow().reset()
    #          ^^^^^ call herd.cow#reset
    #                        ^^^^^ var herd.goat#reset
    #                                         ^^^^^ method herd.cow#Cow.reset
    #                                                             ^^^^^ method herd.goat#Cow.reset
    #                                   ^^^ type herd.cow#Cow

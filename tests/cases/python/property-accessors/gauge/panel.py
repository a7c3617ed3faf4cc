from gauge.dial import Dial, Needle


def turn(dial: Dial, needle: Needle):
    if dial.level > 3:
    #       ^^^^^ method gauge.dial#Dial.level
    #       ^^^^^ invoked
        dial.level = 3
        #    ^^^^^ method gauge.dial#Dial.level~2
    dial.level += 1
    #    ^^^^^ method gauge.dial#Dial.level
    #    ^^^^^ method gauge.dial#Dial.level~2
    #    ^^^^^ invoked
    dial.level, other = 4, 5
    #    ^^^^^ method gauge.dial#Dial.level~2
    #           ^^^^^ nothing
    print(other, f"{dial.level:>3}")
    #                    ^^^^^ method gauge.dial#Dial.level
    return needle.level
    #             ^^^^^ method gauge.dial#Needle.level
    #             ^^^^^ invoked

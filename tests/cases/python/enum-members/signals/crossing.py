from signals import lamp
from signals.lamp import Lamp, Level

DEFAULT = Lamp.AMBER
#         ^^^^ dep signals.lamp#Lamp
#              ^^^^^ dep signals.lamp#Lamp


def cross(light: Lamp = Lamp.RED, level: Level = Level.LOW):
#                ^^^^ param signals.lamp#Lamp
#                       ^^^^ type signals.lamp#Lamp
#                            ^^^ type signals.lamp#Lamp
#                                        ^^^^^ param signals.lamp#Level
#                                                      ^^^ type signals.lamp#Level
    if light is lamp.Lamp.GREEN:
    #                ^^^^ type signals.lamp#Lamp
    #                     ^^^^^ type signals.lamp#Lamp
    #           ^^^^ nothing
        return light.next()
        #            ^^^^ method signals.lamp#Lamp.next
    match light:
        case Lamp.RED:
        #    ^^^^ type signals.lamp#Lamp
        #         ^^^ type signals.lamp#Lamp
            return Lamp(3)
            #      ^^^^ type signals.lamp#Lamp
        case _:
            return DEFAULT
            #      ^^^^^^^ var signals.crossing#DEFAULT

from enum import Enum, IntEnum, auto


def start():
    return 1


class Lamp(Enum):
#     ^^^^ def TYPE signals.lamp#Lamp
#          ^^^^ embed enum#Enum
    RED = auto()
    # <- nothing
    #     ^^^^ dep enum#auto
    AMBER = start()
    #       ^^^^^ dep signals.lamp#start
    #       ^^^^^ invoked
    GREEN = 3

    def next(self):
        return Lamp.GREEN
        #      ^^^^ type signals.lamp#Lamp
        #           ^^^^^ type signals.lamp#Lamp


class Level(IntEnum):
    LOW = 1
    HIGH = 2

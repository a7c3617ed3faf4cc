from dataclasses import dataclass


@dataclass
#^^^^^^^^^ dep dataclasses#dataclass
class Bark:
    depth: int


def rough() -> list[Bark]:
#                   ^^^^ result grove.bark#Bark
    return [Bark(1)]
    #       ^^^^ type grove.bark#Bark

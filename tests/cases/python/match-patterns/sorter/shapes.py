from dataclasses import dataclass

ORIGIN = 0


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Circle:
    centre: Point
    size: int

    def grow(self):
        return self.size + 1


def check(shape):
    return True

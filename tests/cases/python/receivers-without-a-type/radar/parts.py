class DishA:
    def turn(self):
        return A


class DishB:
    def turn(self):
        return B


class Mast:
    def raise_up(self):
        return 1


def turn():
    return 0

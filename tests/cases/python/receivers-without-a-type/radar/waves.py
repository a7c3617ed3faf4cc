class Wave0:
    def bend(self):
        return 0

    def fold(self):
        return 0


class Wave1:
    def bend(self):
        return 1

    def fold(self):
        return 1


class Wave2:
    def bend(self):
        return 2

    def fold(self):
        return 2


class Wave3:
    def bend(self):
        return 3

    def fold(self):
        return 3


class Wave4:
    def bend(self):
        return 4

    def fold(self):
        return 4


class Wave5:
    def bend(self):
        return 5

    def fold(self):
        return 5


class Wave6:
    def bend(self):
        return 6

    def fold(self):
        return 6


class Wave7:
    def bend(self):
        return 7

    def fold(self):
        return 7


class Ninth:
    def fold(self):
        return 9

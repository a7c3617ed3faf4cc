class Cell:
    def value(self):
        return 0


class Money(Cell):
    pass

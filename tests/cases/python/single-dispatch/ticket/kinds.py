class Day:
    def hours(self):
        return 24


class Month:
    pass

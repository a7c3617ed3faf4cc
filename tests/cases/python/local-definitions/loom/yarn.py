COLOUR = "red"


def spin(length):
    return "-" * length


def cut(thread):
    return thread


class Spool:
    def wind(self):
        return self

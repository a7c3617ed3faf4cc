WIDTH = 4


def tune(name):
    return name


class Reed:
    pass


class Base:
    def __init_subclass__(cls, stop=None):
        cls.stop = stop

def item():
    return 1


def limit():
    return 2


class Broken(Exception):
    pass

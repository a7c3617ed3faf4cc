class Gram:
    pass


class Stone:
    pass

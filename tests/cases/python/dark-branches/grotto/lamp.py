def light():
    return 1


class Torch:
    def burn(self):
        return 2

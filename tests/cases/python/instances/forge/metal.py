class Metal:
    def __init__(self, heat=0):
        self.heat = heat

    def __call__(self, times):
        return self.heat * times

    def __add__(self, other):
        return self


class Iron(Metal):
    def beat(self):
        return self.heat


class Steel(Iron):
    def __init__(self, heat):
        super().__init__(heat)
        #       ^^^^^^^^ method forge.metal#Metal.__init__
        #       ^^^^^^^^ invoked
        Iron.__init__(self, heat)
        # <- type forge.metal#Iron
        #    ^^^^^^^^ method forge.metal#Metal.__init__


class Halt(Exception):
    pass

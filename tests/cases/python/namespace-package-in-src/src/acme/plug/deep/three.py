from ..two import second


class Third:
    def spin(self):
        return second()
        #      ^^^^^^ call acme.plug.two#second

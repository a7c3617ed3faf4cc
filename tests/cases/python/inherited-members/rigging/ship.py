from rigging.base import Logged, Mast


class Foremast(Logged, Mast):
#              ^^^^^^ embed rigging.base#Logged
#                      ^^^^ embed rigging.base#Mast
    def raise_up(self):
        self.log("up")
        #    ^^^ method rigging.base#Logged.log
        self.length("up")
        #    ^^^^^^ method rigging.base#Mast.length
        return super().raise_up() + self.height
        #              ^^^^^^^^ method rigging.base#Mast.raise_up
        #                                ^^^^^^ nothing

    @classmethod
    def build(cls):
        return super().build()
        #              ^^^^^ method rigging.base#Mast.build

    def again(self):
        return super(Foremast, self).raise_up()
        #            ^^^^^^^^ type rigging.ship#Foremast
        #                            ^^^^^^^^ method rigging.base#Mast.raise_up


class Topmast(Foremast):
    def name(self):
    #   ^^^^ def FUNC rigging.ship#Topmast.name
        return Foremast.name(self) + Mast.length("x")
        #      ^^^^^^^^ type rigging.ship#Foremast
        #               ^^^^ method rigging.base#Logged.name
        #                            ^^^^ type rigging.base#Mast
        #                                 ^^^^^^ method rigging.base#Mast.length


def sail(top: Topmast):
    top.raise_up()
    #   ^^^^^^^^ method rigging.ship#Foremast.raise_up
    top.name()
    #   ^^^^ method rigging.ship#Topmast.name
    top.log(top.height)
    #   ^^^ method rigging.base#Logged.log
    #           ^^^^^^ nothing
    return Topmast.length("a"), Topmast.build()
    #              ^^^^^^ method rigging.base#Mast.length
    #                                   ^^^^^ method rigging.ship#Foremast.build

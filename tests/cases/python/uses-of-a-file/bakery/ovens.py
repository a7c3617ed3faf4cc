BAKERS = []


class Oven:
    def __init__(self, name):
        self.name = name

    def heat(self):
        return self.name


def register(baker):
    BAKERS.append(baker)
    # <- var bakery.ovens#BAKERS
    #      ^^^^^^ nothing


def unused():
    return 0


for name in ("a", "b"):
    register(Oven(name).heat)
    # <- dep bakery.ovens#register
    #        ^^^^ dep bakery.ovens#Oven
    #        ^^^^ dep bakery.ovens#Oven.__init__
    #                   ^^^^ dep bakery.ovens#Oven.heat
    #                   ^^^^ not invoked

try:
    register(BAKERS)
    #        ^^^^^^ dep bakery.ovens#BAKERS
    #        ^^^^^^ not invoked
except ValueError:
    raise

del BAKERS[0]
assert BAKERS, register
#      ^^^^^^ dep bakery.ovens#BAKERS
#              ^^^^^^^^ dep bakery.ovens#register
#              ^^^^^^^^ not invoked

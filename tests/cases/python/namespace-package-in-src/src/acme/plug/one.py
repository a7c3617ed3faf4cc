from acme.plug import two
from acme.plug.deep.three import Third


def first():
#   ^^^^^ def FUNC acme.plug.one#first
    return two.second(), Third().spin()
    #          ^^^^^^ call acme.plug.two#second
    #                    ^^^^^ type acme.plug.deep.three#Third
    #                            ^^^^ method acme.plug.deep.three#Third.spin

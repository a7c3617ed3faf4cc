from .. import VERSION, route
#              ^^^^^^^ nothing
#                       ^^^^^ nothing
from ..route import cost


def load(stops):
#   ^^^^ def FUNC courier.van#load
    return route.plan(stops), cost(stops), VERSION
    #            ^^^^ call courier.route#plan
    #                         ^^^^ call courier.route#cost
    #                                      ^^^^^^^ var courier#VERSION
    #      ^^^^^ nothing

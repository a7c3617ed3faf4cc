import courier.route
import courier.van
from courier import route, van
#                   ^^^^^ nothing
#                          ^^^ nothing
from . import route as near


def start(stops):
    route.plan(stops)
    #     ^^^^ call courier.route#plan
    #     ^^^^ invoked
    # <- nothing
    courier.route.cost(stops)
    #             ^^^^ call courier.route#cost
    #       ^^^^^ nothing
    near.plan(stops)
    #    ^^^^ call courier.route#plan
    van.load(stops)
    #   ^^^^ call courier.van#load


def late(stops):
    from courier.van import load
    #                       ^^^^ nothing
    import courier.route as way

    load(stops)
    # <- call courier.van#load
    return way.cost
    #          ^^^^ call courier.route#cost
    #          ^^^^ not invoked
    #      ^^^ nothing

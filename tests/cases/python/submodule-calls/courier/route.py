def plan(stops):
#   ^^^^ def FUNC courier.route#plan
    return sorted(stops)
    #      ^^^^^^ nothing


def cost(stops):
    return len(plan(stops))
    #          ^^^^ call courier.route#plan
    #          ^^^^ invoked
    #               ^^^^^ nothing

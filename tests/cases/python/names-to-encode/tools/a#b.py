def run():
#   ^^^ def FUNC tools.a%23b#run
    return step()
    #      ^^^^ call tools.a%23b#step


def step():
    return 1

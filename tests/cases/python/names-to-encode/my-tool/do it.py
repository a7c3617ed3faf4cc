STEPS = 2


def walk():
    return STEPS
    #      ^^^^^ var my-tool.do it#STEPS


walk()
# <- dep my-tool.do it#walk

def step():
#   ^^^^ def FUNC env.steps#step
    return 1

def step():
#   ^^^^ def FUNC target.steps#step
    return 1

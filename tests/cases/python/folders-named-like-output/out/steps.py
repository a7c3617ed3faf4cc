def step():
#   ^^^^ def FUNC out.steps#step
    return 1

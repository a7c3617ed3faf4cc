def step():
#   ^^^^ def FUNC build.steps#step
    return 1

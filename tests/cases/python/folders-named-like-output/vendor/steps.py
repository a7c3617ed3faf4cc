def step():
#   ^^^^ def FUNC vendor.steps#step
    return 1

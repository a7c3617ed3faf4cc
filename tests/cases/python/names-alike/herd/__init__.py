def reset():
#   ^^^^^ def FUNC herd#reset
    return 0

def root():
#   ^^^^ def FUNC tools.paths#root
    return "."

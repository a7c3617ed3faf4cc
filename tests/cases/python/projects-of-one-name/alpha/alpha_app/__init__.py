def run():
#   ^^^ def FUNC alpha_app#run
    return 1

def run():
#   ^^^ def FUNC gamma_app#run
    return 3

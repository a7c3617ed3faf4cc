def run():
#   ^^^ def FUNC beta_app.work#run
    return 2


def twice():
    return run() + run()
    #      ^^^ call beta_app.work#run
    #              ^^^ call beta_app.work#run

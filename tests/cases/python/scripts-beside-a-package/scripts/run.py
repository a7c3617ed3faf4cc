import paths
import settings
from quarry import dig


def run():
#   ^^^ def FUNC scripts.run#run
    return dig(), settings.DEPTH, paths.here()
    #      ^^^ call quarry#dig
    #                      ^^^^^ var settings#DEPTH
    #                                   ^^^^ call scripts.paths#here


if __name__ == "__main__":
    run()
    # <- dep scripts.run#run

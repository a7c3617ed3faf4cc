import paths
from paths import root as top

SCHEMA = "a"


def sweep():
#   ^^^^^ def FUNC tools.clean#sweep
    print(SCHEMA)
    #     ^^^^^^ var tools.clean#SCHEMA
    return paths.root(), top()
    #            ^^^^ call tools.paths#root
    #                    ^^^ call tools.paths#root

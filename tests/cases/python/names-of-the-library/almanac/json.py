import json as library


def dumps(thing):
#   ^^^^^ def FUNC almanac.json#dumps
    return library.dumps(thing)
    #              ^^^^^ call json#dumps

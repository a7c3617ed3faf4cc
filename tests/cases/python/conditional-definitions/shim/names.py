def trace(fn):
    return fn


Config = None
# <- def VAR shim.names#Config~2


class Config:
#     ^^^^^^ def TYPE shim.names#Config
    pass


def load():
#   ^^^^ def FUNC shim.names#load
    return Config
    #      ^^^^^^ type shim.names#Config


load = trace(load)
# <- def VAR shim.names#load~2
#      ^^^^^ dep shim.names#trace
#            ^^^^ dep shim.names#load
#            ^^^^ not invoked


def old():
#   ^^^ def FUNC shim.names#old
    return 1


def old():
#   ^^^ def FUNC shim.names#old~2
    return 2

def fold(by=1): return by
# <- nothing
#   ^^^^ def FUNC pleat.fold#fold


def press(fn): return fn


class Cloth: width = fold(); dyed = press
#     ^^^^^ def TYPE pleat.fold#Cloth
#                    ^^^^ dep pleat.fold#fold
#                                   ^^^^^ dep pleat.fold#press


class Silk(Cloth): pass
#          ^^^^^ embed pleat.fold#Cloth

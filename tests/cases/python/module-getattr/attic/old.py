def __getattr__(name):
#   ^^^^^^^^^^^ def FUNC attic.old#__getattr__
    return lookup(name)
    #      ^^^^^^ call attic.old#lookup


def lookup(name):
    return name

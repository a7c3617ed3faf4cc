SCHEMA = "a"


def read():
#   ^^^^ def FUNC load#read
    return SCHEMA
    #      ^^^^^^ var load#SCHEMA

def second():
#   ^^^^^^ def FUNC acme.plug.two#second
    return 2

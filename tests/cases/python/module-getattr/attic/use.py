from attic import old


def use():
    old.lookup("a")
    #   ^^^^^^ call attic.old#lookup
    return old.forgotten
    #          ^^^^^^^^^ unresolved receiver type unknown
    #      ^^^ nothing

def press():
    return 1


def use():
    from mangle.half import before

    return before()
    #      ^^^^^^ call mangle.half#before

def press():
    return 1


def use():
    from mangle.half import after, before

    return before(), after()
    #      ^^^^^^ call mangle.half#before
    #                ^^^^^ call mangle.half#after

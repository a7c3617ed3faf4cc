from mangle.whole import press


<<<<<<< HEAD
def ours():
#   ^^^^ def FUNC mangle.merge#ours
    return press()
    #      ^^^^^ call mangle.whole#press
=======
def theirs():
#   ^^^^^^ def FUNC mangle.merge#theirs
    return press()
    #      ^^^^^ call mangle.whole#press
>>>>>>> theirs


def last():
#   ^^^^ def FUNC mangle.merge#last
    return press()
    #      ^^^^^ call mangle.whole#press

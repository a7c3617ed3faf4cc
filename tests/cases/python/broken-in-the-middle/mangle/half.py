from mangle.whole import press


def before():
#   ^^^^^^ def FUNC mangle.half#before
    return press()
    #      ^^^^^ call mangle.whole#press


def broken(count):
    total = (count +


def after():
#   ^^^^^ def FUNC mangle.half#after
    return before()
    #      ^^^^^^ call mangle.half#before


class Late:
#     ^^^^ def TYPE mangle.half#Late
    def run(self):
    #   ^^^ def FUNC mangle.half#Late.run
        return press()
        #      ^^^^^ call mangle.whole#press

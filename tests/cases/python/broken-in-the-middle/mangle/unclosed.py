from mangle.whole import press


class Early:
    def run(self):
    #   ^^^ def FUNC mangle.unclosed#Early.run
        return press()
        #      ^^^^^ call mangle.whole#press


print("no bracket closes this"


def after():
#   ^^^^^ def FUNC mangle.unclosed#after
    return press()
    #      ^^^^^ call mangle.whole#press


class Late:
#     ^^^^ def TYPE mangle.unclosed#Late
    def run(self):
    #   ^^^ def FUNC mangle.unclosed#Late.run
        return after()
        #      ^^^^^ call mangle.unclosed#after

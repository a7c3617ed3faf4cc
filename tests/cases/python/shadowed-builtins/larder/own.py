max = 3
# <- def VAR larder.own#max


def open(path):
#   ^^^^ def FUNC larder.own#open
    return path


class list:
#     ^^^^ def TYPE larder.own#list
    def append(self, thing):
        return thing


class Warning(Exception):
#             ^^^^^^^^^ embed builtins#Exception
    pass


def use(things: list):
#               ^^^^ param larder.own#list
    things.append(open("a"))
    #      ^^^^^^ method larder.own#list.append
    #             ^^^^ call larder.own#open
    return max, min, tuple(things)
    #      ^^^ var larder.own#max
    #           ^^^ nothing
    #                ^^^^^ nothing

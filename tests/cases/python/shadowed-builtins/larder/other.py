from larder.own import Warning as Exception, list, open as read


class Stale(Exception):
#           ^^^^^^^^^ embed larder.own#Warning
    pass


def use(things: list[int]):
#               ^^^^ param larder.own#list
#                    ^^^ nothing
    with open("a") as file:
    #    ^^^^ nothing
        read(file)
        # <- call larder.own#open
    [].append(max(1, 2))
    #  ^^^^^^ nothing
    #         ^^^ nothing
    raise Exception
    #     ^^^^^^^^^ type larder.own#Warning

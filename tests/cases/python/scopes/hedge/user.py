from hedge.names import Broken, item, limit

rows = [1, 2]


def comprehension():
    kept = [item for item in rows if item]
    #       ^^^^ nothing
    #                ^^^^ nothing
    #                        ^^^^ var hedge.user#rows
    #                                ^^^^ nothing
    pairs = {limit: row for row in rows for limit in [row, item()]}
    #        ^^^^^ nothing
    #               ^^^ nothing
    #                                       ^^^^^ nothing
    #                                                      ^^^^ call hedge.names#item
    return kept, pairs, item(), limit()
    #                   ^^^^ call hedge.names#item
    #                           ^^^^^ call hedge.names#limit


def parameters(item, *rows, **limit):
    return item, rows, limit
    #      ^^^^ nothing
    #            ^^^^ nothing
    #                  ^^^^^ nothing


def default(limit=limit, *, item=item()):
#                 ^^^^^ call hedge.names#limit
#                 ^^^^^ not invoked
#           ^^^^^ nothing
#                                ^^^^ call hedge.names#item
#                                ^^^^ invoked
    return limit(item)
    #      ^^^^^ nothing
    #            ^^^^ nothing


def late():
    print(item)
    #     ^^^^ nothing
    item = 3
    # <- nothing
    return item
    #      ^^^^ nothing


def bindings(source):
    if (rows := source.readlines()) and limit():
    #   ^^^^ nothing
    #                                   ^^^^^ nothing
        print(rows)
        #     ^^^^ nothing
    for limit, (item, *rest) in source:
    #   ^^^^^ nothing
    #           ^^^^ nothing
        print(limit, item, rest)
        #     ^^^^^ nothing
        #            ^^^^ nothing
        #                  ^^^^ nothing


def handlers():
    try:
        return limit()
        #      ^^^^^ call hedge.names#limit
    except (Broken, OSError) as item:
    #       ^^^^^^ type hedge.names#Broken
    #               ^^^^^^^ nothing
    #                           ^^^^ nothing
        raise Broken(item) from item
        #     ^^^^^^ type hedge.names#Broken
        #            ^^^^ nothing
        #                       ^^^^ nothing


def opened():
    with open("a") as item, open("b") as (first, second):
    #                 ^^^^ nothing
    #    ^^^^ nothing
        return item, first, second, limit
        #      ^^^^ nothing
        #            ^^^^^ nothing
        #                           ^^^^^ call hedge.names#limit
        #                           ^^^^^ not invoked


def importing():
    from hedge.names import item as rows
    import hedge.names as limit

    return rows(), limit.item()
    #      ^^^^ call hedge.names#item
    #              ^^^^^ nothing
    #                    ^^^^ call hedge.names#item


class Hedge:
    item = 5
    twice = item * 2
    #       ^^^^ nothing
    sizes = [limit() for _ in rows]
    #        ^^^^^ dep hedge.names#limit
    #                         ^^^^ dep hedge.user#rows

    def trim(self):
        return item()
        #      ^^^^ call hedge.names#item

    def limit(self):
        return limit()
        #      ^^^^^ call hedge.names#limit


def outer():
    limit = 1

    def inner():
        nonlocal limit
        limit = item()
        #       ^^^^ call hedge.names#item
        # <- nothing
        return limit
        #      ^^^^^ nothing

    return inner


def shown(width):
    def inner():
        global rows
        rows = width
        # <- var hedge.user#rows

    return inner

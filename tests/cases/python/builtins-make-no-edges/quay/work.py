import argparse
import json
import logging
from collections import OrderedDict
from json import dumps as write

from quay.errors import Missing, QuayError

log = logging.getLogger(__name__)
# <- def VAR quay.work#log
#             ^^^^^^^^^ dep logging#getLogger
#             ^^^^^^^^^ invoked
#                       ^^^^^^^^ nothing
#     ^^^^^^^ nothing


def work(items: list[int], sizes: "dict[str, int]") -> str:
#               ^^^^ nothing
#                    ^^^ nothing
#                                  ^^^^ nothing
#                                                      ^^^ nothing
    total = sum(len(str(item)) for item in items)
    #       ^^^ nothing
    #           ^^^ nothing
    #               ^^^ nothing
    if not isinstance(total, int) or total is None:
    #      ^^^^^^^^^^ nothing
    #                        ^^^ nothing
    #                                         ^^^^ nothing
        raise ValueError("no")
        #     ^^^^^^^^^^ nothing
    try:
        sizes.get("a", 1).bit_length()
        #     ^^^ nothing
        #                 ^^^^^^^^^^ nothing
    except (KeyError, Missing):
    #       ^^^^^^^^ nothing
    #                 ^^^^^^^ type quay.errors#Missing
        raise
    return ", ".join(sorted(sizes)).upper()
    #           ^^^^ nothing
    #                ^^^^^^ nothing
    #                               ^^^^^ nothing


def store(path):
    log.info("store %s", path)
    # <- var quay.work#log
    #   ^^^^ method logging#Logger.info
    #   ^^^^ invoked
    parser = argparse.ArgumentParser()
    #                 ^^^^^^^^^^^^^^ type argparse#ArgumentParser
    #        ^^^^^^^^ nothing
    parser.add_argument("path")
    #      ^^^^^^^^^^^^ method argparse#_ActionsContainer.add_argument
    order: OrderedDict[str, int] = OrderedDict()
    #      ^^^^^^^^^^^ type collections#OrderedDict
    with open(path) as out:
    #    ^^^^ nothing
        out.write(json.dumps(order) + write(order))
        #              ^^^^^ call json#dumps
        #                             ^^^^^ call json#dumps
        #                             ^^^^^ invoked
        #         ^^^^ nothing
    print(__doc__, __package__, __debug__, NotImplemented)
    #     ^^^^^^^ nothing
    #              ^^^^^^^^^^^ nothing
    #                           ^^^^^^^^^ nothing
    #                                      ^^^^^^^^^^^^^^ nothing
    return __file__
    #      ^^^^^^^^ nothing


def fail(error: QuayError):
    raise error.with_traceback(None)
    #           ^^^^^^^^^^^^^^ nothing

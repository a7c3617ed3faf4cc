from typing import Callable

from meter.probe import Probe, make, zero

LIMIT: int = 10
# <- def VAR meter.state#LIMIT
#      ^^^ nothing
total = LIMIT * 2
# <- def VAR meter.state#total
#       ^^^^^ dep meter.state#LIMIT
#       ^^^^^ not invoked
probe: Probe = Probe(LIMIT)
#      ^^^^^ dep meter.probe#Probe
#              ^^^^^ dep meter.probe#Probe
#              ^^^^^ dep meter.probe#Probe.__init__
#                    ^^^^^ dep meter.state#LIMIT
handler = make(LIMIT)
# <- def VAR meter.state#handler
#         ^^^^ dep meter.probe#make
#         ^^^^ invoked
table: dict[str, Callable[[], Probe]] = {"zero": zero, "make": lambda: make(1)}
# <- def VAR meter.state#table
#                             ^^^^^ dep meter.probe#Probe
#                                                ^^^^ dep meter.probe#zero
#                                                ^^^^ not invoked
#                                                                      ^^^^ dep meter.probe#make
#                                                                      ^^^^ invoked
waiting: list[Probe]
# <- def VAR meter.state#waiting
#             ^^^^^ dep meter.probe#Probe
low, high = zero(), LIMIT
# <- def VAR meter.state#low
#    ^^^^ def VAR meter.state#high


def count(step):
    global total
    #      ^^^^^ nothing
    total += step
    # <- var meter.state#total
    # <- not invoked
    return handler(total)
    #      ^^^^^^^ var meter.state#handler
    #      ^^^^^^^ invoked
    #              ^^^^^ var meter.state#total


def local_total():
    total = 3
    # <- nothing
    return total
    #      ^^^^^ nothing

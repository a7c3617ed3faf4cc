from meter import state
from meter.state import handler, probe, waiting


def report():
    state.total = 0
    #     ^^^^^ var meter.state#total
    state.handler(state.LIMIT)
    #     ^^^^^^^ var meter.state#handler
    #     ^^^^^^^ invoked
    #                   ^^^^^ var meter.state#LIMIT
    #                   ^^^^^ not invoked
    keep = handler
    #      ^^^^^^^ var meter.state#handler
    #      ^^^^^^^ not invoked
    probe()
    # <- var meter.state#probe
    # <- invoked
    probe.read()
    #     ^^^^ method meter.probe#Probe.read
    # <- var meter.state#probe
    for each in waiting:
    #           ^^^^^^^ var meter.state#waiting
        each.read()
        #    ^^^^ method meter.probe#Probe.read
    return keep, state.low, state.high
    #                  ^^^ var meter.state#low
    #                             ^^^^ var meter.state#high

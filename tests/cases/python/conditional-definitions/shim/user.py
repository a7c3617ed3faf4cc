from shim.clock import Clock, tick
from shim.names import Config


def use(config: Config):
#               ^^^^^^ param shim.names#Config
    tick()
    # <- ambiguous shim.clock#tick, shim.clock#tick~2
    return Clock()
    #      ^^^^^ ambiguous shim.clock#Clock, shim.clock#Clock~2

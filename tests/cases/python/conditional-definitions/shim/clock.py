from shim.flags import FAST

if FAST:
#  ^^^^ dep shim.flags#FAST
#  ^^^^ not invoked

    def tick():
    #   ^^^^ def FUNC shim.clock#tick
        return 1

    class Clock:
    #     ^^^^^ def TYPE shim.clock#Clock
        def run(self):
        #   ^^^ def FUNC shim.clock#Clock.run
            return tick()
            #      ^^^^ ambiguous shim.clock#tick, shim.clock#tick~2

else:

    def tick():
    #   ^^^^ def FUNC shim.clock#tick~2
        return 2

    class Clock:
    #     ^^^^^ def TYPE shim.clock#Clock~2
        def run(self):
        #   ^^^ def FUNC shim.clock#Clock~2.run
            return 2


def watch():
    return tick()
    #      ^^^^ ambiguous shim.clock#tick, shim.clock#tick~2

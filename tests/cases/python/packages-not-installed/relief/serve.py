import yamlish
import yamlish as ym
from grpclike import Channel, Servicer
from grpclike.aio import server as make_server
from nowhere_at_all import thing

LIMITS = yamlish.load("limits")
#                ^^^^ dep yamlish#load
#                ^^^^ invoked


class Relief(Servicer):
#            ^^^^^^^^ embed grpclike#Servicer
    channel: Channel
    #        ^^^^^^^ field grpclike#Channel

    def start(self):
    #   ^^^^^ def FUNC relief.serve#Relief.start
        return make_server(yamlish.VERSION)
        #      ^^^^^^^^^^^ call grpclike.aio#server
        #      ^^^^^^^^^^^ invoked
        #                          ^^^^^^^ var yamlish#VERSION
        #                  ^^^^^^^ nothing


@thing
#^^^^^ call nowhere_at_all#thing
#^^^^^ invoked
def load(path, channel: Channel) -> "Channel":
#                       ^^^^^^^ param grpclike#Channel
#                                    ^^^^^^^ result grpclike#Channel
    channel.send(ym.dump(path))
    #               ^^^^ call yamlish#dump
    #            ^^ nothing
    return Channel(path)
    #      ^^^^^^^ call grpclike#Channel

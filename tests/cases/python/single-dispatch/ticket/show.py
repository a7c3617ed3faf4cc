from functools import singledispatch

from ticket.kinds import Day, Month

_ = str
head, _, tail = "a-b".partition("-")
# <- def VAR ticket.show#head
#        ^^^^ def VAR ticket.show#tail


@singledispatch
#^^^^^^^^^^^^^^ call functools#singledispatch
#^^^^^^^^^^^^^^ invoked
def show(thing):
#   ^^^^ def FUNC ticket.show#show
    return head


@show.register
#^^^^ call ticket.show#show
#^^^^ not invoked
def _(thing: Day):
#     ^^^^^ def FUNC ticket.show#_
#            ^^^ param ticket.kinds#Day
    return thing.hours()
    #            ^^^^^ method ticket.kinds#Day.hours


@show.register
def _(thing: Month):
#     ^^^^^ def FUNC ticket.show#_~2
#            ^^^^^ param ticket.kinds#Month
    return tail
    #      ^^^^ var ticket.show#tail


def print_all(day: Day):
    return show(day)
    #      ^^^^ call ticket.show#show
    #      ^^^^ invoked

import herd.reset
from herd.goat import Cow


def run(cow: Cow):
#            ^^^ param herd.goat#Cow
    cow.reset()
    #   ^^^^^ method herd.goat#Cow.reset
    return run
    #      ^^^ call main#run
    #      ^^^ not invoked

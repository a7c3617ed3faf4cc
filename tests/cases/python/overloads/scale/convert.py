from typing import Protocol, overload

from scale.units import Gram, Stone


@overload
#^^^^^^^^ dep typing#overload
def weigh(thing: Gram) -> int: ...
#                ^^^^ dep scale.units#Gram


@overload
def weigh(thing: Stone) -> str: ...
#                ^^^^^ dep scale.units#Stone


def weigh(thing: Gram | Stone):
#   ^^^^^ def FUNC scale.convert#weigh
#                ^^^^ param scale.units#Gram
#                       ^^^^^ param scale.units#Stone
    return 1 if isinstance(thing, Gram) else "heavy"
    #                             ^^^^ type scale.units#Gram


class Scale:
    @overload
    #^^^^^^^^ dep typing#overload
    def put(self, thing: Gram) -> int: ...
    #                    ^^^^ dep scale.units#Gram

    @overload
    def put(self, thing: Stone) -> str: ...

    def put(self, thing):
    #   ^^^ def FUNC scale.convert#Scale.put
        return weigh(thing)
        #      ^^^^^ call scale.convert#weigh


class Weigher(Protocol):
    @overload
    def read(self, thing: Gram) -> int: ...
    #   ^^^^ def FUNC scale.convert#Weigher.read
    #                     ^^^^ param scale.units#Gram

    @overload
    def read(self, thing: Stone) -> str: ...
    #                     ^^^^^ dep scale.units#Stone


def use(scale: Scale, weigher: Weigher):
    weigh(Gram())
    # <- call scale.convert#weigh
    # <- invoked
    scale.put(Stone())
    #     ^^^ method scale.convert#Scale.put
    #     ^^^ invoked
    return weigher.read(Gram())
    #              ^^^^ method scale.convert#Weigher.read

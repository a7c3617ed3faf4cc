from functools import partial
from typing import NamedTuple, Self, TypedDict

from bell.clapper import Clapper, strike


class Note(NamedTuple):
#          ^^^^^^^^^^ embed typing#NamedTuple
    pitch: int

    def sharper(self) -> Self:
    #                    ^^^^ nothing
        return self._replace(pitch=self.pitch + 1)
        #                    ^^^^^ nothing
        #                               ^^^^^ nothing


class Score(TypedDict):
    first: Note
    #      ^^^^ field bell.tower#Note


ring = partial(strike, 2)
# <- def VAR bell.tower#ring
#              ^^^^^^ dep bell.clapper#strike
#              ^^^^^^ not invoked


class Tower:
    rung = []

    def __init__(self, hook, clapper: Clapper):
        self.hook = hook
        self.clapper = clapper
        self.echo = strike
        #           ^^^^^^ call bell.clapper#strike
        #           ^^^^^^ not invoked
        #    ^^^^ nothing
        self.spare: "Clapper | None" = None
        #            ^^^^^^^ type bell.clapper#Clapper

    def __lift(self):
    #   ^^^^^^ def FUNC bell.tower#Tower.__lift
        return 1

    def toll(self):
        self.hook()
        #    ^^^^ nothing
        self.echo(3)
        #    ^^^^ nothing
        self.clapper.swing()
        #            ^^^^^ method bell.clapper#Clapper.swing
        #    ^^^^^^^ nothing
        self.__lift()
        #    ^^^^^^ method bell.tower#Tower.__lift
        if self.spare:
            self.spare.swing()
            #          ^^^^^ method bell.clapper#Clapper.swing
        Tower.rung.append(1)
        #     ^^^^ nothing
        #          ^^^^^^ nothing
        # <- type bell.tower#Tower
        return type(self).toll
        #                 ^^^^ method bell.tower#Tower.toll
        #                 ^^^^ not invoked


def play(score: Score):
    ring()
    # <- var bell.tower#ring
    # <- invoked
    print(score["first"])
    #            ^^^^^ nothing
    return score["first"].sharper().pitch
    #                     ^^^^^^^ method bell.tower#Note.sharper
    #                               ^^^^^ nothing

from typing import Generic, TypeVar

from ledger.cells import Cell, Money
from ledger.kinds import Book

C = TypeVar("C", bound=Cell)
# <- def VAR ledger.shelf#C
#                ^^^^^ nothing
#                      ^^^^ dep ledger.cells#Cell


class Shelf(Generic[C]):
#           ^^^^^^^ embed typing#Generic
    def __init__(self, cell: C):
        self.cell = cell


class MoneyShelf(Shelf[Money]):
#                ^^^^^ embed ledger.shelf#Shelf
#                      ^^^^^ field ledger.cells#Money
    book: Book[Money]
    #     ^^^^ field ledger.kinds#Book
    #          ^^^^^ field ledger.cells#Money


def fill():
    return Shelf[Money](Money())
    #      ^^^^^ type ledger.shelf#Shelf
    #            ^^^^^ type ledger.cells#Money
    #                   ^^^^^ type ledger.cells#Money

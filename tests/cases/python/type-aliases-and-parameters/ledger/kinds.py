from typing import NewType, TypeAlias

from ledger.cells import Cell, Money

type Row = dict[str, Cell]
#    ^^^ def TYPE ledger.kinds#Row
#                    ^^^^ field ledger.cells#Cell
#          ^^^^ nothing
type Grid[K] = dict[K, Row]
#    ^^^^ def TYPE ledger.kinds#Grid
#         ^ nothing
#                   ^ nothing
#                      ^^^ field ledger.kinds#Row
Pair: TypeAlias = "tuple[Cell, Money]"
# <- def TYPE ledger.kinds#Pair
#                        ^^^^ field ledger.cells#Cell
#                              ^^^^^ field ledger.cells#Money
AccountId = NewType("AccountId", int)


def first[T: Cell](row: Row, fallback: T) -> T:
#         ^ nothing
#            ^^^^ type ledger.cells#Cell
#                       ^^^ param ledger.kinds#Row
#                                      ^ nothing
#                                            ^ nothing
    for cell in row.values():
        return cell.value()
        #           ^^^^^ method ledger.cells#Cell.value
    return fallback


class Book[T: Money](list[T]):
#             ^^^^^ dep ledger.cells#Money
#          ^ nothing
#                         ^ nothing
    def put(self, account: AccountId, *cells: T) -> "Book[T]":
    #                      ^^^^^^^^^ edge ledger.kinds#AccountId
    #                                         ^ nothing
    #                                                ^^^^ result ledger.kinds#Book
        pair: Pair | None = None
        #     ^^^^ type ledger.kinds#Pair
        return self

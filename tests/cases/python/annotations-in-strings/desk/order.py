from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desk.client import Client
    #                       ^^^^^^ nothing


class Order:
    client: "Client"
    #        ^^^^^^ field desk.client#Client
    lines: "list[Line]"
    #            ^^^^ field desk.order#Line
    # <- nothing

    def owner(self) -> "Client":
    #                   ^^^^^^ result desk.client#Client
        return self.client

    def swap(self, to: "Client | None", *rest: "Line", **named: 'Order') -> "tuple[Line, Order]":
    #                   ^^^^^^ param desk.client#Client
    #                                           ^^^^ param desk.order#Line
    #                                                            ^^^^^ param desk.order#Order
    #                                                                              ^^^^ result desk.order#Line
    #                                                                                    ^^^^^ result desk.order#Order
        first: "Line" = rest[0]
        #       ^^^^ type desk.order#Line
        return first, self

    def rename(self):
        return "Client"
        #       ^^^^^^ nothing


class Line:
    pass

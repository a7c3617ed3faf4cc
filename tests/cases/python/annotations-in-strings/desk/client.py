from __future__ import annotations

from typing import Annotated, Literal

from desk.order import Line, Order


class Client:
    def orders(self) -> list[Order]:
    #                        ^^^^^ result desk.order#Order
        return []

    def best(self, orders: dict[str, "Order"]) -> Client | None:
    #                                 ^^^^^ param desk.order#Order
    #                                             ^^^^^^ result desk.client#Client
        kind: Literal["Order"] = "Order"
        #              ^^^^^ nothing
        #                         ^^^^^ nothing
        size: Annotated[Order, "Line"]
        #               ^^^^^ type desk.order#Order
        #                       ^^^^ nothing
        found: Line
        #      ^^^^ type desk.order#Line
        # <- nothing
        for order in orders.values():
            order.owner().orders()
            #     ^^^^^ method desk.order#Order.owner
            #             ^^^^^^ method desk.client#Client.orders
        return None


pending: "Order | None" = None
# <- def VAR desk.client#pending
#         ^^^^^ dep desk.order#Order

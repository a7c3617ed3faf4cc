"""Pages."""

LIMIT: int = 10


def mix(first, /, second: int = 2, *rest: str, flag: bool = False, **named) -> list[int]:
    """Mixes things."""
    return [second]


async def wait(
    first: int,
    # a remark that is not part of any parameter
    second: "int" = 3,
) -> None:
    return None


class Page:
    """A page."""

    title: str = "x"

    @staticmethod
    def turn() -> "Page":
        return Page()

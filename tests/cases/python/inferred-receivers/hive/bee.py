class Bee:
    def buzz(self):
        return 1


class Fly:
    def buzz(self):
        return 2


def hatch() -> Bee:
    return Bee()


def swarm() -> dict[str, list[Bee]]:
    return {}

from hive.bee import Bee, Fly, hatch, swarm

QUEEN = hatch()


def use(bee=Bee(), *bees: Bee, maybe: Bee | None = None, **named: Bee):
    bee.buzz()
    #   ^^^^ method hive.bee#Bee.buzz
    bees[0].buzz()
    #       ^^^^ method hive.bee#Bee.buzz
    named["a"].buzz()
    #          ^^^^ method hive.bee#Bee.buzz
    if maybe is not None:
        maybe.buzz()
        #     ^^^^ method hive.bee#Bee.buzz
    hatch().buzz()
    #       ^^^^ method hive.bee#Bee.buzz
    QUEEN.buzz()
    #     ^^^^ method hive.bee#Bee.buzz
    made = [Bee() for _ in range(3)]
    for index, each in enumerate(made):
        each.buzz()
        #    ^^^^ method hive.bee#Bee.buzz
        print(index)
    for crowd in swarm().values():
        crowd[0].buzz()
        #        ^^^^ method hive.bee#Bee.buzz
    kind = Fly
    kind().buzz()
    #      ^^^^ method hive.bee#Fly.buzz
    (lambda fly=Fly(): fly.buzz())()
    #                      ^^^^ method hive.bee#Fly.buzz
    return next(iter(made)).buzz()
    #                       ^^^^ method hive.bee#Bee.buzz


def either(flag: bool, both: Bee | Fly):
    both.buzz()
    #    ^^^^ ambiguous hive.bee#Bee.buzz, hive.bee#Fly.buzz
    insect = Bee() if flag else Fly()
    #        ^^^ type hive.bee#Bee
    #                           ^^^ type hive.bee#Fly
    if isinstance(insect, Fly):
        return insect.buzz()
        #             ^^^^ method hive.bee#Fly.buzz
    return None

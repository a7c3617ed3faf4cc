def silt():
#   ^^^^ def FUNC gorge.river.delta#silt
    return 1


def _clay():
    return 2

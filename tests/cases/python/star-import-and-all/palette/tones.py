WARM = 1
_cold = 2


def blend():
    return WARM + _cold


def _mix():
    return blend()

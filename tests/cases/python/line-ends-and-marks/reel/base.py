def wind(turns=1):
    return turns


SPEED = 2

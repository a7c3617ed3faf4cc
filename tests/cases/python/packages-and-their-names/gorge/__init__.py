from . import river
from .rock import rock

__version__ = "1"
# <- def VAR gorge#__version__


def visit():
    rock()
    # <- call gorge.rock#rock
    return river.flow(__version__)
    #            ^^^^ call gorge.river#flow
    #      ^^^^^ nothing
    #                 ^^^^^^^^^^^ var gorge#__version__

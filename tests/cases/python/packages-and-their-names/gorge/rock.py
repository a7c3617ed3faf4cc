def rock():
#   ^^^^ def FUNC gorge.rock#rock
    from . import __version__, visit
    from .river import delta

    visit()
    # <- call gorge#visit
    delta.silt()
    #     ^^^^ call gorge.river.delta#silt
    return __version__
    #      ^^^^^^^^^^^ var gorge#__version__

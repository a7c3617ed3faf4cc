try:
    from kiln.quick import bake
    #                      ^^^^ nothing
except ImportError:
    from kiln.slow import bake

try:
    from kiln.quick import glaze
except ImportError:

    def glaze(clay):
    #   ^^^^^ def FUNC kiln.oven#glaze
        return None


try:
    from kiln.quick import cool
except ImportError as error:
    raise RuntimeError("kiln.quick is missing") from error


def fire(clay):
    bake(clay)
    # <- ambiguous kiln.quick#bake, kiln.slow#bake
    glaze(clay)
    # <- ambiguous kiln.oven#glaze, kiln.quick#glaze
    return cool(clay)
    #      ^^^^ call kiln.quick#cool

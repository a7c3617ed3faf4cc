def bake(clay):
    return clay


def glaze(clay):
    return clay


def cool(clay):
    return clay

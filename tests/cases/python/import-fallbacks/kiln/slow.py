def bake(clay):
    return clay

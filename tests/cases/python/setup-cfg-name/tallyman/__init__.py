def count(things):
#   ^^^^^ def FUNC tallyman#count
    return len(things)

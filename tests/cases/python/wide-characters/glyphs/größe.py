# 漢字 ümlaut 😀
LÄNGE = "é"


def maß(größe):
#   ^^^ def FUNC glyphs.größe#maß
    return größe
    #      ^^^^^ nothing


class Ärger:
    def übel(self):
        return "😀" + maß("漢")
        #            ^^^ call glyphs.größe#maß

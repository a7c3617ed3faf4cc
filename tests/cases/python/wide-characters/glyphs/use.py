from glyphs.größe import LÄNGE, maß, Ärger as A


def use(wut: A):
#            ^ param glyphs.größe#Ärger
    paar = ("é", maß(1)), ("漢", maß(2)), ("😀", maß(3)), ("é漢😀", maß)
    #            ^^^ call glyphs.größe#maß
    #            ^^^ invoked
    #                           ^^^ call glyphs.größe#maß
    #                                          ^^^ call glyphs.größe#maß
    #                                          ^^^ invoked
    #                                                           ^^^ call glyphs.größe#maß
    #                                                           ^^^ not invoked
    text = f"😀{LÄNGE}漢{maß('é')}"; wut.übel()
    #          ^^^^^ var glyphs.größe#LÄNGE
    #                  ^^^ call glyphs.größe#maß
    #                                  ^^^^ method glyphs.größe#Ärger.übel
    return paar, text, "𝔘" + wut.übel() + LÄNGE
    #                            ^^^^ method glyphs.größe#Ärger.übel
    #                                     ^^^^^ var glyphs.größe#LÄNGE

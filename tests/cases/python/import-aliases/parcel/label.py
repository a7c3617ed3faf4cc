SIZE = 8


def stamp(text):
#   ^^^^^ def FUNC parcel.label#stamp
    return text[:SIZE]
    #            ^^^^ var parcel.label#SIZE


class Tag:
    def __init__(self, text):
        self.text = text

    def show(self):
        return self.text

class Row:
    def __init__(self, values):
        self.head, *self.rest = values
        #    ^^^^ nothing
        #                ^^^^ nothing

    def longest(self):
        return self.head, self.rest
        #           ^^^^ nothing
        #                      ^^^^ nothing


class Base:
    def __init__(self):
        self.text = ""


class Tail(Base):
    def read(self, data):
        if len(self.text) < 3:
            #       ^^^^ nothing
            self.text += data
            #    ^^^^ nothing
        return self.text
        #           ^^^^ nothing

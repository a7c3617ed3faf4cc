from enum import Enum


class Pen:
    def __init__(self, size=1):
        self.size = size

    @classmethod
    def wide(cls):
        return cls(9)
        #      ^^^ type yard.pens#Pen
        #      ^^^ method yard.pens#Pen.__init__
        #      ^^^ invoked

    @classmethod
    def wider(cls, *sizes):
        cls.wide()
        # <- nothing
        #   ^^^^ method yard.pens#Pen.wide
        handed_on(cls)
        # <- call yard.pens#handed_on
        #         ^^^ nothing
        text = f"{cls(3)} cls(4)"
        #         ^^^ type yard.pens#Pen
        #                 ^^^ nothing
        return text, [cls(size) for size in sizes]
        #             ^^^ type yard.pens#Pen
        #             ^^^ method yard.pens#Pen.__init__

    def again(self):
        return self.__class__(self.size), self.__class__
        #           ^^^^^^^^^ type yard.pens#Pen
        #           ^^^^^^^^^ method yard.pens#Pen.__init__
        #           ^^^^^^^^^ invoked
        #                                      ^^^^^^^^^ nothing

    def alike(self):
        return type(self)(self.size)
        #      ^^^^ nothing

    def __call__(self):
        return self()
        #      ^^^^ nothing

    @classmethod
    def other(cls, kind):
        cls = kind
        return cls(2)
        #      ^^^ nothing

    @classmethod
    def inner(cls):
        def make(cls):
            return cls()
            #      ^^^ nothing

        return make

    @staticmethod
    def plain(cls):
        return cls()
        #      ^^^ nothing

    def __init_subclass__(klass):
        klass(0)
        # <- type yard.pens#Pen
        # <- method yard.pens#Pen.__init__


class Fold(Pen):
    def __new__(cls):
        return cls() if cls else super().__new__(cls)
        #      ^^^ type yard.pens#Fold
        #      ^^^ method yard.pens#Fold.__new__
        #               ^^^ nothing


class Bare(Pen):
    @classmethod
    def make(cls):
        return cls()
        #      ^^^ type yard.pens#Bare


class Gate(Enum):
    OPEN = 1

    @classmethod
    def read(cls, value):
        return cls(value)
        #      ^^^ type yard.pens#Gate


class Maker(type):
    def __call__(cls, *given):
        return cls(given)
        #      ^^^ nothing


def handed_on(cls):
    cls()
    # <- nothing
    held = Pen
    #      ^^^ type yard.pens#Pen
    return held()
    #      ^^^^ nothing

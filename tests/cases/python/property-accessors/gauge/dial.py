LIMIT = 10


class Dial:
    @property
    #^^^^^^^^ nothing
    def level(self):
    #   ^^^^^ def FUNC gauge.dial#Dial.level
        return self._level
        #           ^^^^^^ nothing

    @level.setter
    def level(self, value):
    #   ^^^^^ def FUNC gauge.dial#Dial.level~2
        self._level = min(value, LIMIT)
        #                        ^^^^^ var gauge.dial#LIMIT

    @level.deleter
    def level(self):
    #   ^^^^^ def FUNC gauge.dial#Dial.level~3
        self._level = 0

    def reset(self):
        self.level = 0
        #    ^^^^^ method gauge.dial#Dial.level~2
        #    ^^^^^ invoked
        return self.level
        #           ^^^^^ method gauge.dial#Dial.level
        #           ^^^^^ invoked


class Needle(Dial):
    @property
    def level(self):
    #   ^^^^^ def FUNC gauge.dial#Needle.level
        return self._level / 2

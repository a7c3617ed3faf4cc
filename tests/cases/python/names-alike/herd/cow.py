from herd import reset as clear


def reset():
    return 1


def late():
    return reset()
    #      ^^^^^ call herd.cow#reset


class Decoy:
    def reset(self):
        return 2

    def reset_all(self):
        return self.reset(), reset(), clear()
        #           ^^^^^ method herd.cow#Decoy.reset
        #                    ^^^^^ call herd.cow#reset
        #                             ^^^^^ call herd#reset


class Cow:
    def reset(self):
    #   ^^^^^ def FUNC herd.cow#Cow.reset
        return 3

    def milk(self, reset=None):
        self.reset()
        #    ^^^^^ method herd.cow#Cow.reset
        return reset
        #      ^^^^^ nothing

    class Calf:
        def reset(self):
            return 4

        def grow(self):
            return self.reset(), reset()
            #           ^^^^^ method herd.cow#Cow.Calf.reset
            #                    ^^^^^ call herd.cow#reset

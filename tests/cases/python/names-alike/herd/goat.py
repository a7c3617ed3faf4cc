reset = 5
# <- def VAR herd.goat#reset


class Cow:
    def reset(self):
    #   ^^^^^ def FUNC herd.goat#Cow.reset
        return reset
        #      ^^^^^ var herd.goat#reset

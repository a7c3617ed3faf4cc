class Logged:
    def log(self, text):
        return self.name() + text
        #           ^^^^ method rigging.base#Logged.name

    def name(self):
        return "logged"


class Mast:
    height = 9

    def raise_up(self):
        return self.height
        #           ^^^^^^ nothing

    @classmethod
    def build(cls):
        return cls()

    @staticmethod
    def length(text):
        return len(text)

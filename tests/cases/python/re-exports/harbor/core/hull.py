class Ship:
    def __init__(self, name):
        self.name = name

    def dock(self):
        return self.name

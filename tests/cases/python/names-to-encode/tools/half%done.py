class Half:
#     ^^^^ def TYPE tools.half%25done#Half
    def go(self):
    #   ^^ def FUNC tools.half%25done#Half.go
        return Half()
        #      ^^^^ type tools.half%25done#Half

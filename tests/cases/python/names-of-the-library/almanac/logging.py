class Logger:
    def info(self, text):
        return text


def getLogger(name):
#   ^^^^^^^^^ def FUNC almanac.logging#getLogger
    return Logger()
    #      ^^^^^^ type almanac.logging#Logger

def isleap(year):
#   ^^^^^^ def FUNC calendar#isleap
    return year % 4 == 0

RPM = 900


def start():
#   ^^^^^ def FUNC harbor.core.engine#start
    return RPM


def stop():
    return 0

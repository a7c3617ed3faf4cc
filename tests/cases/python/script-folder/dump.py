import load

SCHEMA = "a"


def write():
#   ^^^^^ def FUNC dump#write
    return SCHEMA + load.SCHEMA + load.read()
    #      ^^^^^^ var dump#SCHEMA
    #                    ^^^^^^ var load#SCHEMA
    #                                  ^^^^ call load#read


if __name__ == "__main__":
    print(write())
    #     ^^^^^ dep dump#write
    #     ^^^^^ invoked

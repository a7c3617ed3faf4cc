import sys


def greet(name):
#   ^^^^^ def FUNC main#greet
    sys.stdout.write(f"hello {name}\n")


def main():
    greet("you")
    # <- call main#greet
    # <- invoked


main()
# <- dep main#main
# <- invoked

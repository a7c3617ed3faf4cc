#!/usr/bin/env python3
import bakery
from bakery.ovens import Oven, register


def main():
    return Oven("c").heat()
    #      ^^^^ type bakery.ovens#Oven
    #                ^^^^ method bakery.ovens#Oven.heat


if __name__ == "__main__":
    register(main())
    # <- dep bakery.ovens#register
    #        ^^^^ dep run#main
    #        ^^^^ invoked
    bakery.register(main)
    #      ^^^^^^^^ dep bakery.ovens#register
    #               ^^^^ dep run#main
    #               ^^^^ not invoked

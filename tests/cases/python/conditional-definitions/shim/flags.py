FAST = bool(input("fast? "))

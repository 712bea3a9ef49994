import select
import sys


def ask():
    while not select.select([sys.stdin], [], [], 0.5)[0]:
        pass
    return int(sys.stdin.readline())


print("a?")
a = ask()
print("b?")
print("sum", a + ask())

from refute.console import *


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


n = ints("n")
task = read(n, between(0, 30)) + write(result(apply(fibonacci, n)))

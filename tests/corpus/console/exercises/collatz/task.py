from refute.console import *


def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


n = ints("n")
task = read(n, between(1, 100)) + write(anything + result(apply(steps, n)) + anything)

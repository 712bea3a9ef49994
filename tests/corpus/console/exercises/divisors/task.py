from refute.console import *


def divisors(n):
    return "\n".join(str(d) for d in range(1, n + 1) if n % d == 0)


n = ints("n")
task = read(n, between(1, 50)) + write(result(apply(divisors, n)))

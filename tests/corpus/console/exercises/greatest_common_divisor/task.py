import math

from refute.console import *

a, b = ints("a"), ints("b")
task = (
    optional(anything)
    + read(a, between(1, 1000))
    + optional(anything)
    + read(b, between(1, 1000))
    + write(anything + result(apply(math.gcd, a, b)) + anything)
)

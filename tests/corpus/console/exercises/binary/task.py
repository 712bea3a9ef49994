from refute.console import *


def binary(number):
    return bin(number)[2:]


def ones(number):
    return bin(number).count("1")


n = ints("n")
task = loop(
    optional(anything)
    + read(n, between(-1, 1000))
    + branch(n == -1, leave)
    + write(anything + result(apply(binary, n)) + anything)
    + write(anything + result(apply(ones, n)) + anything)
)

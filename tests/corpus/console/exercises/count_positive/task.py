from refute.console import *


def positive(numbers):
    return len([number for number in numbers if number > 0])


def negative(numbers):
    return len([number for number in numbers if number < 0])


n, x = ints("n"), ints("x")
task = (
    read(n, nat)
    + until(length(x.all) == n, read(x, integer))
    + write(anything + result(apply(positive, x.all)) + anything)
    + write(anything + result(apply(negative, x.all)) + anything)
)

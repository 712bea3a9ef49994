from refute.console import *


def product_of(numbers):
    result_ = 1
    for number in numbers:
        if number != 0:
            result_ *= number
    return result_


n, x = ints("n"), ints("x")
task = (
    read(n, between(0, 6))
    + until(length(x.all) == n, read(x, between(-9, 9)))
    + write(anything + result(apply(product_of, x.all)) + anything)
)

from refute.console import *

x = ints("x")
second = apply(lambda numbers: sorted(numbers)[-2], x.all)
task = (
    until(length(x.all) == 5, read(x, unique(integer)))
    + write(anything + result(second) + anything)
)

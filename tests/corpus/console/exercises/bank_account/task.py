from refute.console import *


def balance(entries):
    amount = 100
    for command, sum_ in zip(entries[::2], entries[1::2]):
        if command == 1:
            amount += sum_
        elif sum_ <= amount:
            amount -= sum_
    return amount


def answer(entries):
    *before, command, amount = entries
    if command == 2 and amount > balance(before):
        return "not enough"
    return str(balance(entries))


command, amount = ints("command"), ints("amount")
task = loop(
    read(command, between(0, 2))
    + branch(command == 0, leave)
    + read(amount, between(1, 500))
    + write(anything + result(apply(answer, merge(command, amount).all)) + anything)
)

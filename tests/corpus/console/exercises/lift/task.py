from refute.console import *


def floors(commands):
    """The floors after each command."""
    floor, found = 0, [0]
    for command in commands:
        step = {"up": 1, "down": -1}.get(command, 0)
        if 0 <= floor + step <= 5:
            floor += step
        found.append(floor)
    return found


def answer(commands):
    *_, before, now = floors(commands)
    return "not possible" if before == now else str(now)


def gone(commands):
    found = floors(commands)
    return sum(abs(one - other) for one, other in zip(found, found[1:]))


command = texts("command")
task = loop(
    optional(anything)
    + read(command, one_of("up", "down", "quit"))
    + branch(command == "quit", write(anything + result(apply(gone, command.all)) + anything) + leave)
    + write(anything + result(apply(answer, command.all)) + anything)
)

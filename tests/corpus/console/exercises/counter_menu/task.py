from refute.console import *


def value(commands):
    counter = 0
    for command in commands:
        if command == "up":
            counter += 1
        elif command == "down":
            counter = max(0, counter - 1)
        elif command == "reset":
            counter = 0
    return counter


command = texts("command")
task = (
    loop(
        read(command, one_of("up", "down", "show", "reset", "quit"))
        + branch(command == "quit", leave)
        + branch(command == "show", write(anything + result(apply(value, command.all)) + anything))
    )
    + write(anything + "goodbye" + anything)
)

"""Wrong: does not look at the second number."""


def number():
    """The number on the next line; -1 where there is none."""
    try:
        return int(input())
    except ValueError:
        return -1


def natural():
    """A number that is not negative."""
    while (value := number()) < 0:
        pass
    return value


count = 0
while (a := natural()) != 0:
    print(a + number())
    count += 1
print(count)

"""Right: asks until the number is not negative."""


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
    print(a + natural())
    count += 1
print(count)

"""Wrong: asks again only once."""


def number():
    """The number on the next line; -1 where there is none."""
    try:
        return int(input())
    except ValueError:
        return -1


def natural():
    """A number that is not negative."""
    value = number()
    return number() if value < 0 else value


count = 0
while (a := natural()) != 0:
    print(a + natural())
    count += 1
print(count)

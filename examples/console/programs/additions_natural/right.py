"""Right: asks until the number is not negative."""


def natural():
    """A number that is not negative."""
    while (number := int(input())) < 0:
        pass
    return number


count = 0
while (a := natural()) != 0:
    print(a + natural())
    count += 1
print(count)

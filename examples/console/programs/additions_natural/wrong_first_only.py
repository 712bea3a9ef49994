"""Wrong: does not look at the second number."""


def natural():
    """A number that is not negative."""
    while (number := int(input())) < 0:
        pass
    return number


count = 0
while (a := natural()) != 0:
    print(a + int(input()))
    count += 1
print(count)

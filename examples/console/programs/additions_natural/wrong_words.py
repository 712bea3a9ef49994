"""Wrong: crashes when a word is typed."""


def natural():
    """A number that is not negative."""
    while (value := int(input())) < 0:
        pass
    return value


count = 0
while (a := natural()) != 0:
    print(a + natural())
    count += 1
print(count)

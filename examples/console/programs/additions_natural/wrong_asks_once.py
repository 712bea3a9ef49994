"""Wrong: asks again only once."""


def natural():
    """A number that is not negative."""
    number = int(input())
    return int(input()) if number < 0 else number


count = 0
while (a := natural()) != 0:
    print(a + natural())
    count += 1
print(count)

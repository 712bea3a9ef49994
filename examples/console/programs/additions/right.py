"""Right."""

count = 0
while (a := int(input())) != 0:
    b = int(input())
    print(a + b)
    count += 1
print(count)

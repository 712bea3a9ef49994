"""Wrong only when both numbers are the same."""

count = 0
while (a := int(input())) != 0:
    b = int(input())
    print(a + b if a != b else a)
    count += 1
print(count)

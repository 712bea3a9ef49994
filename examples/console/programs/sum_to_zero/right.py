"""Right."""

last, count = int(input()), 1
while True:
    x = int(input())
    count += 1
    if last + x == 0:
        break
    last = x
print(count)

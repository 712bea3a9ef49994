"""Wrong: never ends for odd n."""

n = int(input())
total = 0
while n != 0:
    total += int(input())
    n -= 2
print(total)

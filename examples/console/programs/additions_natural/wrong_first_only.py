"""Wrong: does not look at the second number."""

sums = 0
while True:
    a = -1
    while a < 0:
        a = int(input())
    if a == 0:
        break
    b = int(input())
    print(a + b)
    sums += 1
print(sums)

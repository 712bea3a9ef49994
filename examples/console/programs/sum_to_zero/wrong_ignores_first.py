"""Wrong: counts the first number, but ignores it otherwise (section 4)."""

input()
last, count = int(input()), 2
while True:
    x = int(input())
    count += 1
    if last + x == 0:
        break
    last = x
print(count)

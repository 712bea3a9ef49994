"""Wrong: `wrong1` of section 7.1, reads one number less."""

n = int(input()) - 1
total = 0
while n > 0:
    total += int(input())
    n -= 1
print(total)

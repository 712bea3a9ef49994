"""Wrong: `wrong2` of section 7.1, forgets the first number."""

n = int(input())
input()
total = 0
while n > 1:
    total += int(input())
    n -= 1
print(total)

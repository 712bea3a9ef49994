"""Wrong: also ends when the second number is 0."""

count = 0
while True:
    a = int(input())
    if a == 0:
        break
    b = int(input())
    if b == 0:
        break
    print(a + b)
    count += 1
print(count)

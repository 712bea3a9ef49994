"""Wrong: counts the 0 at the end as an addition."""

count = 0
while True:
    a = int(input())
    count += 1
    if a == 0:
        break
    print(a + int(input()))
print(count)

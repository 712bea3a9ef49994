n = int(input())
total = 0
for i in range(n):
    total += int(input())
print(total // n)

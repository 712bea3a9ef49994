total = 0
for i in range(4):
    x = int(input())
    if i % 2 == 0:
        total += x
    else:
        total -= x
print(total)

amount = int(input())
rate = int(input())
for year in range(2):
    amount += amount * rate // 100
print(amount)

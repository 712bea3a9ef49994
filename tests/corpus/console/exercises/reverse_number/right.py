n = int(input("Number: "))
backwards = 0
while n > 0:
    backwards = backwards * 10 + n % 10
    n = n // 10
print(backwards)

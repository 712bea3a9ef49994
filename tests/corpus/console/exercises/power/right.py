base = int(input())
exponent = int(input())
power = 1
for i in range(exponent):
    power = power * base
print("Result:", power)

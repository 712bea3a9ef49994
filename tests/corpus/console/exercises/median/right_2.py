numbers = [int(input()) for i in range(3)]
numbers.sort()
print("Median:", numbers[1])

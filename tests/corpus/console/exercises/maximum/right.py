n = int(input("How many numbers? "))
largest = int(input("Number: "))
for i in range(n - 1):
    x = int(input("Number: "))
    if x > largest:
        largest = x
print("Largest:", largest)

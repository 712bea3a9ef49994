n = int(input("How many lines? "))
for i in range(1, n + 1):
    print("*" * i)

numbers = sorted(int(input()) for _ in range(5))
print("The second largest is", numbers[-2])

n = int(input())
for i in range(1, 6):
    print(f"{n} x {i} = {n * i}")

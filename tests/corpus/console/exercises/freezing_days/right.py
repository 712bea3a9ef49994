count = 0
t = int(input())
while t != -999:
    count += 1
    if t < 0:
        print("frost")
    t = int(input())
print(count)

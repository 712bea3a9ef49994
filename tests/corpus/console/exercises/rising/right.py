last = int(input())
count = 1
while True:
    x = int(input())
    if x <= last:
        break
    last = x
    count += 1
print("Rising:", count)

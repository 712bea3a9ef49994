total = 0
x = int(input())
while x != 0:
    total += x
    print("Sum so far:", total)
    x = int(input())

a = 0
b = 0
while max(a, b) < 5 or abs(a - b) < 2:
    if input() == "a":
        a += 1
    else:
        b += 1
print(f"{a}:{b}")

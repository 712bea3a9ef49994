secret = [3, 1, 4]
found = []
misses = 0
while len(found) < 3 and misses < 5:
    digit = int(input("Digit: "))
    if digit in secret and digit not in found:
        print("hit")
        found.append(digit)
    else:
        print("miss")
        misses += 1
if misses < 5:
    print("won")
else:
    print("lost")

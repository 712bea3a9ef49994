"""Wrong: says lower for higher."""

count = 1
while (guess := int(input())) != 42:
    print("It is lower." if guess < 42 else "It is higher.")
    count += 1
print("You needed", count)

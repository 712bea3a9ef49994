"""Wrong only for the number just below the secret."""

count = 1
while (guess := int(input())) != 42:
    print("It is higher." if guess < 41 else "It is lower.")
    count += 1
print("You needed", count)

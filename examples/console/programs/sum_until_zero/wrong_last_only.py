"""Wrong: keeps the last number only."""

total = 0
while (x := int(input())) != 0:
    total = x
print(total)

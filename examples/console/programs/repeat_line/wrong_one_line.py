"""Wrong: prints all on one line."""

line = input()
print(line * int(input()))

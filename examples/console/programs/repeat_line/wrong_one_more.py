"""Wrong: prints the line once too often."""

line = input()
for _ in range(int(input()) + 1):
    print(line)

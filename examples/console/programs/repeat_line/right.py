"""Right."""

line = input()
for _ in range(int(input())):
    print(line)

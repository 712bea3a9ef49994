"""Right."""

while (line := input()) != "stop":
    print(line)

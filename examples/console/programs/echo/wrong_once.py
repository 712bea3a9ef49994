"""Wrong: repeats one line only."""

line = input()
if line != "stop":
    print(line)

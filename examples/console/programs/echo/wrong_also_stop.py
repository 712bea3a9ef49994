"""Wrong: repeats the last line, too."""

while True:
    line = input()
    print(line)
    if line == "stop":
        break

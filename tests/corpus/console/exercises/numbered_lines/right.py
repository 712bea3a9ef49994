import sys

count = characters = 0
with open("out.txt", "w") as out:
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line.strip():
            count += 1
            characters += len(line)
            out.write(f"{count}: {line}\n")
print(count)
print(characters)

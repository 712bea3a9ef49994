lines = []
while True:
    try:
        text = input()
    except EOFError:
        break
    if text.strip() != "":
        lines.append(text)
file = open("out.txt", "w")
for i in range(len(lines)):
    print(str(i + 1) + ":", lines[i], file=file)
file.close()
print(len(lines), "lines")
print(sum(map(len, lines)), "characters")

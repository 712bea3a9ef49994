depth = 0
pairs = 0
while True:
    if input() == "open":
        depth += 1
        pairs += 1
    else:
        depth -= 1
    if depth == 0:
        break
print(pairs)

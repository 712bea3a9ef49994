def pairs():
    count = 1
    while input() == "open":
        count += pairs()
    return count


input()
print("Pairs:", pairs())

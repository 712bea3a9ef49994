first = input()
count = 0
word = first
while word != "end":
    if word == first:
        count += 1
    word = input()
print("Times:", count)

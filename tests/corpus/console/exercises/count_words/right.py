words = []
word = input()
while word != "end":
    words.append(word)
    word = input()
if words:
    print(words.count(words[0]))
else:
    print(0)

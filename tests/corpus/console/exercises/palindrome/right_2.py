word = input()
answer = "yes"
for i in range(len(word) // 2):
    if word[i] != word[-1 - i]:
        answer = "no"
print(answer)

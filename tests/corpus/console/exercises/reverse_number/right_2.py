text = input()
print(int(text[::-1]))

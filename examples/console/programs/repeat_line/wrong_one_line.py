line = input()
print(line * int(input()))

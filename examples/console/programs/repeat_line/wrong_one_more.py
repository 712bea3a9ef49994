line = input()
for _ in range(int(input()) + 1):
    print(line)

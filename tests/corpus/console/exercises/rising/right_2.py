row = [int(input()), int(input())]
while row[-1] > row[-2]:
    row.append(int(input()))
print(len(row) - 1)

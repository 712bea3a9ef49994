n = int(input())
numbers = []
for i in range(n):
    numbers.append(int(input()))
wanted = int(input())
found = False
for number in numbers:
    if number == wanted:
        found = True
if found:
    print("It was found.")
else:
    print("It is missing.")

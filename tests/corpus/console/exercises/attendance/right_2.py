import sys

with open("class.txt") as file:
    names = file.read().splitlines()
print(names.count(sys.argv[1]))
found = False
for i in range(len(names)):
    if names[i] == sys.argv[1]:
        found = True
        print(i + 1)
if not found:
    print("absent")

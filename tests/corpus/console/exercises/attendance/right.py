import sys

wanted = sys.argv[1]
with open("class.txt") as file:
    names = [line.rstrip("\n") for line in file]
places = [number for number, name in enumerate(names, start=1) if name == wanted]
print(len(places))
for place in places:
    print("line", place)
if not places:
    print("absent")

line = input()
while line != "quit":
    print(line.upper())
    line = input()
print("bye")

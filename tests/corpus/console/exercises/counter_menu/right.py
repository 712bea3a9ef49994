counter = 0
while True:
    command = input()
    if command == "up":
        counter += 1
    elif command == "down":
        if counter > 0:
            counter -= 1
    elif command == "show":
        print("The counter is", counter)
    elif command == "reset":
        counter = 0
    else:
        break
print("goodbye")

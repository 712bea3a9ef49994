floor = way = 0
while (command := input("> ")) != "quit":
    if command == "up" and floor < 5:
        floor += 1
    elif command == "down" and floor > 0:
        floor -= 1
    else:
        print("not possible")
        continue
    way += 1
    print("Floor", floor)
print("The lift has gone", way, "floors.")

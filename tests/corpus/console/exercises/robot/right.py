place = steps = 0
while (command := input("> ")) != "quit":
    if command == "left":
        place -= 1
        steps += 1
    elif command == "right":
        place += 1
        steps += 1
    elif command == "where":
        print("at", place)
    else:
        place = 0
print(steps, "step" if steps == 1 else "steps")

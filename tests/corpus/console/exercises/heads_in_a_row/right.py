row = 0
throws = 0
while row < 3:
    throws += 1
    if input() == "heads":
        row += 1
    else:
        row = 0
print(throws, "throws")

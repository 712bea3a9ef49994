x, y = map(int, input("from: ").split(","))
u, v = map(int, input("to: ").split(","))
east, north = u - x, v - y
print(abs(east) + abs(north), "blocks")
if east == north == 0:
    print("here")
elif abs(east) > abs(north):
    print("east" if east > 0 else "west")
else:
    print("north" if north > 0 else "south")

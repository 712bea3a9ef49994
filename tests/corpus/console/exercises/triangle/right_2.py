sides = sorted([int(input()), int(input()), int(input())])
if sides[0] + sides[1] <= sides[2]:
    print("no triangle")
else:
    print({1: "equilateral", 2: "isosceles", 3: "scalene"}[len(set(sides))])

import sys

try:
    width, height = map(int, sys.argv[1:])
    if not (1 <= width <= 9 and 1 <= height <= 9):
        raise ValueError
except ValueError:
    print("usage: box WIDTH HEIGHT")
    sys.exit()
for row in range(height):
    if row in (0, height - 1) or width == 1:
        print("#" * width)
    else:
        print("#" + " " * (width - 2) + "#")

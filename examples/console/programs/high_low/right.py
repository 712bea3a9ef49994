"""Right; the secret may be given on the command line."""

import sys

secret = int(sys.argv[1]) if len(sys.argv) > 1 else 42
count = 1
while (guess := int(input())) != secret:
    print("It is higher." if guess < secret else "It is lower.")
    count += 1
print("You needed", count)

"""Add the numbers that the program is called with."""

import sys

print("Sum:", sum(int(each) for each in sys.argv[1:]))

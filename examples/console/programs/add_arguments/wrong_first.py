"""Leaves out the first argument."""

import sys

print("Sum:", sum(int(each) for each in sys.argv[2:]))

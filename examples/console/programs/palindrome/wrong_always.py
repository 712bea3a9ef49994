"""Wrong: always says yes."""

input()
print("yes")

"""Wrong: greets nobody in particular."""

input()
print("Hello, you!")

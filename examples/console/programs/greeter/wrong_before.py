"""Wrong: greets before it knows the name."""

print("Hello, Ada")
name = input()

"""Right: asks for the name, then greets."""

name = input("What is your name? ")
print(f"Hello, {name}!")

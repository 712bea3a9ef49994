"""Right."""

missing = {4, 8, 7}
while missing:
    guess = int(input("digit? "))
    print("hit" if guess in missing else "miss")
    missing.discard(guess)
print("You have won.")

"""Wrong: a digit that was found counts as a hit again."""

secret, found = {4, 8, 7}, set()
while found != secret:
    guess = int(input())
    print("hit" if guess in secret else "miss")
    found |= {guess} & secret
print("You have won.")

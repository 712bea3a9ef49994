"""Wrong: a fifth miss is allowed."""

secret = "banana"
guessed = set()
misses = 0
while misses < 5 and not set(secret) <= guessed:
    letter = input("Letter: ")
    guessed.add(letter)
    if letter not in secret:
        misses += 1
    print("".join(c if c in guessed else "_" for c in secret))
print("You have lost." if misses == 5 else "You have won.")

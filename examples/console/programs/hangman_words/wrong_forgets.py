"""Wrong: only the last letter is shown."""

secret = "banana"
guessed = set()
misses = 0
while misses < 4 and not set(secret) <= guessed:
    letter = input("Letter: ")
    guessed = {letter}
    if letter not in secret:
        misses += 1
    print("".join(c if c in guessed else "_" for c in secret))
print("You have lost." if misses == 4 else "You have won.")

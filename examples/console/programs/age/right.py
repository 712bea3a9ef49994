"""Right: asks again, and says what an age is."""


def ask():
    """An age that somebody can have."""
    text = input("How old are you? ")
    if text.strip().isdecimal() and int(text) <= 130:
        return int(text)
    print("That is no age between 0 and 130.")
    return ask()


age = ask()
print("May you vote?", "yes" if age >= 18 else "no")

secret = 37
guess = 0
count = 0
while guess != secret:
    guess = int(input("Your guess: "))
    count += 1
    if guess < secret:
        print("too low")
    elif guess > secret:
        print("too high")
print(f"Right after {count} guesses!")

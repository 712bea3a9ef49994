from random import randint

secret = randint(1, 20)
for attempt in range(1, 5):
    guess = int(input(f"Try {attempt}: "))
    if guess == secret:
        print("won")
        break
    if attempt < 4:
        print("warm" if abs(guess - secret) <= 3 else "cold")
else:
    print("lost, it was", secret)

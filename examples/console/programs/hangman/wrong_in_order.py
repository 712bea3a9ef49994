"""Wrong: wants the digits in their order."""

secret = [4, 8, 7]
while secret:
    guess = int(input())
    if guess == secret[0]:
        secret.pop(0)
        print("hit")
    else:
        print("miss")
print("You have won.")

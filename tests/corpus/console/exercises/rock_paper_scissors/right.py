a = input()
b = input()
if a == b:
    print("draw")
elif (a == "rock" and b == "scissors") or (a == "paper" and b == "rock") or (a == "scissors" and b == "paper"):
    print("first")
else:
    print("second")

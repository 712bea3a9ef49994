balance = 100
while True:
    command = int(input())
    if command == 0:
        break
    amount = int(input())
    if command == 1:
        balance += amount
        print("Balance:", balance)
    elif amount <= balance:
        balance -= amount
        print("Balance:", balance)
    else:
        print("not enough")

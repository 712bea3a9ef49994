class Account:
    def __init__(self):
        self.balance = 100

    def deposit(self, amount):
        self.balance += amount
        print(self.balance)

    def withdraw(self, amount):
        if amount > self.balance:
            print("Sorry, not enough money.")
        else:
            self.deposit(-amount)


account = Account()
while (command := input()) != "0":
    if command == "1":
        account.deposit(int(input()))
    else:
        account.withdraw(int(input()))

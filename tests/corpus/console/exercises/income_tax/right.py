income = -1
while not 0 <= income <= 100000:
    try:
        income = int(input("Income: "))
    except ValueError:
        print("Please type a number.")
tax = 0
if income > 30000:
    tax += (income - 30000) * 40 // 100
    income = 30000
if income > 10000:
    tax += (income - 10000) * 20 // 100
print("Tax:", tax)

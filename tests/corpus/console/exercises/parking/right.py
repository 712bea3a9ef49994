minutes = int(input("Minutes: "))
if minutes <= 30:
    fee = 0
else:
    hours = (minutes - 30 + 59) // 60
    fee = min(20, hours * 2)
print("Fee:", fee)

day, month, year = map(int, input("Date: ").split("."))
lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
if year % 400 == 0 or year % 4 == 0 and year % 100 != 0:
    lengths[1] = 29
if month < 1 or month > 12 or day < 1 or day > lengths[month - 1]:
    print("invalid")
else:
    print("valid")

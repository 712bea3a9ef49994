"""Knows no leap years."""

days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
d, m, y = map(int, input("Date: ").split("."))
if y % 4 == 0 and (y % 100 != 0 or y % 400 == 0):
    days[1] = 28
if d > days[m - 1]:
    print("There is no such day.")
else:
    print("It is day", d + sum(days[: m - 1]))

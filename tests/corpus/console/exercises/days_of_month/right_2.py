import calendar

month = int(input())
year = int(input())
print(calendar.monthrange(year, month)[1], "days")

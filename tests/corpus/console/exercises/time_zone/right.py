while True:
    try:
        hour, minute = map(int, input("time: ").split(":"))
        if 0 <= hour < 24 and 0 <= minute < 60:
            break
    except ValueError:
        pass
    print("no time")
while True:
    try:
        shift = int(input("shift: "))
        if -12 <= shift <= 14:
            break
    except ValueError:
        pass
    print("no shift")
there = hour + shift
print(f"{there % 24:02}:{minute:02}")
if there >= 24:
    print("next day")
elif there < 0:
    print("day before")

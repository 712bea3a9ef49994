def minutes(text):
    hour, minute = text.split(":")
    return 60 * int(hour) + int(minute)


begin = minutes(input("from "))
end = minutes(input("to "))
if end <= begin:
    end += 1440
hours, rest = divmod(end - begin, 60)
if hours == 0:
    print(rest, "min")
elif rest == 0:
    print(hours, "h")
else:
    print(hours, "h", rest, "min")
if end - begin >= 150:
    print("break")

def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


begin = minutes(input("From: "))
end = minutes(input("To: "))
if end <= begin:
    end += 24 * 60
worked = end - begin
print(f"{worked // 60}:{worked % 60:02d}")
if worked > 8 * 60:
    print("overtime")

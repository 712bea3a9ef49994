import re


def ask(prompt, pattern, low, high, message):
    while True:
        found = re.fullmatch(pattern, input(prompt).strip())
        if found:
            numbers = [int(each) for each in found.groups()]
            if all(a <= n <= b for a, n, b in zip(low, numbers, high)):
                return numbers
        print(message)


h, m = ask("", r"(\d+):(\d+)", [0, 0], [23, 59], "no time")
(s,) = ask("", r"([+-]?\d+)", [-12], [14], "no shift")
h += s
day = ""
if h > 23:
    h, day = h - 24, "next day"
if h < 0:
    h, day = h + 24, "day before"
print(str(h).zfill(2) + ":" + str(m).zfill(2))
if day:
    print(day)

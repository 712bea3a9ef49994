n = 0
while not 1 <= n <= 99:
    try:
        n = int(input())
    except ValueError:
        n = 0
    if not 1 <= n <= 99:
        print("1 to 99, please")


def digit(d, one, five, ten):
    if d == 9:
        return one + ten
    if d >= 5:
        return five + one * (d - 5)
    if d == 4:
        return one + five
    return one * d


print(digit(n // 10, "X", "L", "C") + digit(n % 10, "I", "V", "X"))

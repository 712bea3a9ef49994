while True:
    number = int(input("Number: "))
    if number == -1:
        break
    digits = ""
    ones = 0
    while number > 0:
        digits = str(number % 2) + digits
        ones += number % 2
        number //= 2
    print(digits or "0")
    print(ones)

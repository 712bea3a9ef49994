valid = 0
number = input()
while number != "0":
    digits = [int(digit) for digit in number]
    if (3 * (digits[0] + digits[2]) + digits[1] + digits[3] + digits[4]) % 10 == 0:
        print("valid")
        valid += 1
    else:
        print("invalid")
    number = input()
print(valid, "were right")

print("Digit sum:", sum(int(digit) for digit in input()))

for number in sorted(int(input()) for _ in range(3)):
    print(number)

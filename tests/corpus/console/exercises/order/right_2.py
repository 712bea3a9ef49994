def ask():
    try:
        number = int(input())
    except ValueError:
        number = 0
    if number in range(1, 11):
        return number
    print("Only from 1 to 10!")
    return ask()


print(ask() * 3)

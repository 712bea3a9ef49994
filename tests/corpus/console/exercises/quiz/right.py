for attempt in range(1, 4):
    answer = input("7 * 8 = ")
    if answer.isdigit() and int(answer) == 7 * 8:
        print("right, attempts:", attempt)
        break
    print("wrong")
else:
    print("The answer is 56")

while True:
    print("Continue?")
    answer = input()
    if answer == "yes":
        print("going on")
        break
    if answer == "no":
        print("stopping")
        break
    print("Please answer yes or no.")

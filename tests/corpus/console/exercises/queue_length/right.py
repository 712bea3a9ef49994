waiting = 0
command = input()
while command != "close":
    if command == "come":
        waiting += 1
    elif command == "count":
        print("Waiting:", waiting)
    elif waiting == 0:
        print("empty")
    else:
        number = int(input())
        waiting -= 1
    command = input()

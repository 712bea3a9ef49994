def main():
    room = []
    while True:
        command = input()
        if command == "close":
            return
        if command == "come":
            room.append("patient")
        if command == "count":
            print(len(room))
        if command == "call":
            if room:
                input()
                room.pop()
            else:
                print("The room is empty.")


main()

stones = 10
player = "first"
while True:
    print(stones, "stones are left.")
    stones -= int(input())
    if stones == 0:
        break
    player = "second" if player == "first" else "first"
print(player, "wins")

word = input("password: ")
while " " in word:
    print("no blanks")
    word = input("password: ")
points = 0
if len(word) >= 8:
    points += 1
if any(c.isdigit() for c in word):
    points += 1
if any(c.isupper() for c in word):
    points += 1
print(points)
if points < 2:
    print("weak")
elif points == 2:
    print("fair")
else:
    print("strong")

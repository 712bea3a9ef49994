passed = total = 0
with open("marks.txt") as marks, open("passed.txt", "w") as good:
    for line in marks:
        total += 1
        if int(line) <= 4:
            passed += 1
            good.write(line)
print(f"{passed} of {total}")
if passed == 0:
    print("nobody")

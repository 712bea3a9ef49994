count = total = failed = 0
best = 6
try:
    while True:
        mark = int(input("Mark: "))
        count += 1
        total += mark
        best = min(best, mark)
        if mark >= 5:
            failed += 1
except EOFError:
    print()
if count == 0:
    print("no marks")
else:
    print(count, "marks")
    print("the best is", best)
    print("the mean is", format(total / count, ".2f"))
    print(failed, "failed")

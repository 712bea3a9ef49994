import sys

marks = [int(line) for line in sys.stdin]
if marks:
    print("Marks:", len(marks))
    print("Best:", min(marks))
    print(f"Mean: {sum(marks) / len(marks):.2f}")
    print("Failed:", len([mark for mark in marks if mark > 4]))
else:
    print("no marks")

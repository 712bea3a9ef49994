POINTS = {"A": 4, "B": 3, "C": 2, "D": 1, "F": 0}
exams = []
n = int(input("Exams: "))
while len(exams) < n:
    match input("Exam: ").split():
        case [letter, number] if letter.upper() in POINTS and number.isdecimal() and 1 <= int(number) <= 30:
            exams.append((letter.upper(), int(number)))
        case _:
            print("Once again, please.")
if exams:
    print(f"{sum(POINTS[letter] * number for letter, number in exams) / sum(number for _, number in exams):.2f}")
else:
    print("NONE")
if any(letter == "F" for letter, _ in exams):
    print("Failed")

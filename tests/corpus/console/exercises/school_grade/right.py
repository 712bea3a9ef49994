score = int(input())
while score < 0 or score > 100:
    score = int(input())
if score >= 90:
    grade = "A"
elif score >= 80:
    grade = "B"
elif score >= 65:
    grade = "C"
elif score >= 50:
    grade = "D"
else:
    grade = "F"
print("Grade:", grade)

while True:
    score = int(input("Score: "))
    if 0 <= score <= 100:
        break
    print("A score is from 0 to 100.")
limits = [(90, "A"), (80, "B"), (65, "C"), (50, "D"), (0, "F")]
for limit, grade in limits:
    if score >= limit:
        print(f"Grade: {grade}")
        break

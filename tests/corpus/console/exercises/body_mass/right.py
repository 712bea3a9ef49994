weight = int(input("Weight: "))
height = int(input("Height: "))
bmi = weight * 10000 // (height * height)
print("BMI:", bmi)
if bmi < 19:
    print("low")
elif bmi < 25:
    print("normal")
else:
    print("high")

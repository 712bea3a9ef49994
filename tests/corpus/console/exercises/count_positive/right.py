n = int(input())
positive = 0
negative = 0
for i in range(n):
    x = int(input())
    if x > 0:
        positive += 1
    elif x < 0:
        negative += 1
print("positive:", positive)
print("negative:", negative)

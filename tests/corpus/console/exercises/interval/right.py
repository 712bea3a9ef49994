low = int(input())
high = int(input())
x = int(input())
if low <= x <= high:
    print("inside")
elif x < low:
    print("below")
else:
    print("above")

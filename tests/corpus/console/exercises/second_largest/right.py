first = second = None
for i in range(5):
    x = int(input())
    if first is None or x > first:
        second = first
        first = x
    elif second is None or x > second:
        second = x
print(second)

x = int(input())
smallest = x
largest = x
while x != -1:
    if x < smallest:
        smallest = x
    if x > largest:
        largest = x
    x = int(input())
print("Range:", largest - smallest)

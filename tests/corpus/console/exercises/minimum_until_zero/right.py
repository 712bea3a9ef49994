smallest = None
x = int(input())
while x != 0:
    if smallest is None or x < smallest:
        smallest = x
    x = int(input())
if smallest is None:
    print("none")
else:
    print(smallest)

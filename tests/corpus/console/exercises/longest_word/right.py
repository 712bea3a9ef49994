a = input()
b = input()
if len(b) > len(a):
    print(b)
else:
    print(a)

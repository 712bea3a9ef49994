import string

shift = int(input())
low = string.ascii_lowercase
print(input().translate(str.maketrans(low, low[shift:] + low[:shift])))

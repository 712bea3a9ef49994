numbers = [input() for _ in range(int(input()))]
if input() in numbers:
    print("found")
else:
    print("missing")

first = second = 0
for _ in range(5):
    a, b = map(int, input("Rolls: ").split())
    if a > b:
        first += 1
    elif b > a:
        second += 1
print(f"{first}:{second}")
if first == second:
    print("draw")
else:
    print("first" if first > second else "second")

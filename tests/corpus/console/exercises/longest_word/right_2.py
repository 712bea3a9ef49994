print(max(input(), input(), key=len))

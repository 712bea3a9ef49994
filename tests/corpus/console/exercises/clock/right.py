hours = int(input())
minutes = int(input())
more = int(input())
total = hours * 60 + minutes + more
print(f"{total // 60 % 24}:{total % 60:02}")

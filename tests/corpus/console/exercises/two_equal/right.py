previous = int(input())
current = int(input())
count = 2
while current != previous:
    previous = current
    current = int(input())
    count += 1
print(count)

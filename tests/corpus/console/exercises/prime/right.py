n = int(input())
prime = n > 1
for d in range(2, n):
    if n % d == 0:
        prime = False
if prime:
    print("prime")
else:
    print("not prime")

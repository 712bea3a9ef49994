cents = int(input())
n = int(input())
total = 0
for count in range(1, n + 1):
    total += cents if count < 10 else cents / 2
    print(f"{count:2} | {total / 100:7.2f}")
print(12 * "-")
print("Done")

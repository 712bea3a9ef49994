n = int(input())
values = [float(input()) for _ in range(n)]
mean = sum(values) / n
print(f"{mean:.2f}")
print(len([v for v in values if v > mean + 1e-9]))

values = []
cold = 0
while cold < 3:
    try:
        value = int(input(f"Value {len(values) + 1}: "))
        if not -40 <= value <= 50:
            raise ValueError
    except ValueError:
        print("no temperature")
        continue
    if value == 50:
        break
    values.append(value)
    cold = cold + 1 if value < 0 else 0
if cold == 3:
    print("alarm")
else:
    print("mean", f"{sum(values) / len(values):.1f}" if values else "-")
    print(sum(value < 0 for value in values), "below 0")

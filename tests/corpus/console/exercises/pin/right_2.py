import sys

pins = []
for _ in range(2):
    text = input()
    if not text.isdigit() or not 1000 <= int(text) <= 9999:
        sys.exit()
    pins.append(int(text))
print("set" if pins[0] == pins[1] else "different")

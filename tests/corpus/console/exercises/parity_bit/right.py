parity = 0
while True:
    bit = int(input())
    if bit == 2:
        break
    if bit == 1:
        parity = 1 - parity
print(parity)

while True:
    text = input("km: ")
    if text.isdecimal() and int(text) <= 2000:
        km = int(text)
        break
    print("Please type a number from 0 to 2000.")
litres = float(input("litres: "))
if km:
    use = litres * 100 / km
    print(f"{use:.2f} l/100 km")
    print("thrifty" if use < 5 else "ordinary" if use <= 9 else "thirsty")
else:
    print("not driven")

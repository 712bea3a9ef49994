celsius = int(input("Celsius: "))
fahrenheit = celsius * 9 // 5 + 32
print("Fahrenheit:", fahrenheit)

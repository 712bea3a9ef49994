import sys
from fractions import Fraction

numbers = [Fraction(each) for each in sys.argv[1:]]
mean = sum(numbers) / len(numbers)
print(f"{float(mean):.2f}")
print(float(max(numbers)))
if max(numbers) > 2 * mean:
    print("outlier")

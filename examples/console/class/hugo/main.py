"""Wrong: crashes when there are no numbers."""

from adding import add_all

numbers = []
for number in range(1, int(input("How many? ")) + 1):
    numbers.append(int(input(f"Number {number}: ")))
print("Sum:", add_all(numbers))

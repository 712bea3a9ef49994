"""Right."""

print(len(input("Text: ").split()))

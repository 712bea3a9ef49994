print(len(input("Text: ").split()))

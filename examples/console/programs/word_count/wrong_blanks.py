print(input("Text: ").count(" ") + 1)

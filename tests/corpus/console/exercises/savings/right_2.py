def after_a_year(amount, rate):
    return amount + (amount * rate) // 100


start = int(input())
percent = int(input())
print("After two years:", after_a_year(after_a_year(start, percent), percent), "cents")

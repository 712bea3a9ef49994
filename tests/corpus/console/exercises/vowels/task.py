from refute.console import *

word = texts("word")
vowels = apply(lambda text: sum(text.count(vowel) for vowel in "aeiou"), word)
task = read(word, text) + write(anything + result(vowels) + anything)

things = []
while True:
    thing = input("To buy: ")
    if thing == "":
        break
    if thing not in things:
        things.append(thing)
if not things:
    print("nothing")
for number, thing in enumerate(things, start=1):
    print(f"{number}. {thing}")

answer = input("Continue? ")
while answer != "yes" and answer != "no":
    answer = input("Continue? ")
if answer == "yes":
    print("going on")
else:
    print("stopping")

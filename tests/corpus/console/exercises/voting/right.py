yes = 0
no = 0
vote = input()
while vote != "end":
    if vote == "yes":
        yes += 1
    else:
        no += 1
    vote = input()
if yes > no:
    print("accepted")
else:
    print("rejected")

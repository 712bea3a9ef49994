votes = []
while "end" not in votes:
    votes.append(input())
print("accepted" if votes.count("yes") > votes.count("no") else "rejected")

import sys

lines = [line.rstrip("\n") for line in sys.stdin]
if not lines:
    print("no lines")
else:
    print(len(lines), "line" if len(lines) == 1 else "lines")
    best = max(lines, key=len)
    print(f"{best} ({len(best)})")

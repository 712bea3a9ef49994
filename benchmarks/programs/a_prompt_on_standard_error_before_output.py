import sys

sys.stderr.write("a")
print("? ", end="", flush=True)
a = int(sys.stdin.readline())
sys.stderr.write("b")
print("? ", end="", flush=True)
print("sum", a + int(sys.stdin.readline()))

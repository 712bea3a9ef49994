import subprocess
import sys

cat = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
sys.stdout = open(cat.stdin.fileno(), "w", buffering=1, closefd=False)
print("a?")
a = int(sys.stdin.readline())
print("b?")
print("sum", a + int(sys.stdin.readline()))
cat.stdin.close()
cat.wait()

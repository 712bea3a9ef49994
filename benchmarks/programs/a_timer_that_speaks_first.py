import sys
import threading

threading.Timer(0.1, print, ["a?"]).start()
a = int(sys.stdin.readline())
print("b?")
print("sum", a + int(sys.stdin.readline()))

import queue
import sys
import threading

lines = queue.Queue()
threading.Thread(target=lambda: [lines.put(each) for each in sys.stdin], daemon=True).start()
sum(range(300000))
print("a?")
a = int(lines.get())
sum(range(300000))
print("b?")
b = int(lines.get())
sum(range(300000))
print("sum", a + b)

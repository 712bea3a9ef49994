import queue
import sys
import threading

lines = queue.Queue()
threading.Thread(target=lambda: [lines.put(each) for each in sys.stdin], daemon=True).start()
print("a?")
a = int(lines.get())
print("b?")
print("sum", a + int(lines.get()))

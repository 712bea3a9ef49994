import multiprocessing
import sys


def show(lines):
    for each in iter(lines.recv, None):
        print(each, flush=True)


if __name__ == "__main__":
    here, there = multiprocessing.Pipe()
    other = multiprocessing.get_context("fork").Process(target=show, args=[there])
    other.start()
    here.send("a?")
    a = int(sys.stdin.readline())
    here.send("b?")
    b = int(sys.stdin.readline())
    here.send(f"sum {a + b}")
    here.send(None)
    other.join()

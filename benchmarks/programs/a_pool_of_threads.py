import concurrent.futures
import sys

with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print("a?")
    a = pool.submit(lambda: int(sys.stdin.readline())).result()
    print("b?")
    print("sum", a + pool.submit(lambda: int(sys.stdin.readline())).result())

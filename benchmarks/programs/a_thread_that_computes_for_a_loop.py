import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    lines = asyncio.Queue()
    loop.add_reader(0, lambda: lines.put_nowait(sys.stdin.readline()))
    work = lambda text: int(text) + 0 * sum(range(100000))
    print("a?"); a = await loop.run_in_executor(None, work, await lines.get())
    print("b?"); b = await loop.run_in_executor(None, work, await lines.get())
    loop.remove_reader(0)
    print("sum", a + b)
asyncio.run(main())

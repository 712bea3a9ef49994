import asyncio
import sys


async def main():
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: protocol, sys.stdin)
    print("a?")
    a = int(await asyncio.wait_for(reader.readline(), 5))
    print("b?")
    print("sum", a + int(await asyncio.wait_for(reader.readline(), 5)))


asyncio.run(main())

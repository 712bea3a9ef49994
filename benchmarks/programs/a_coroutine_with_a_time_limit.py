import asyncio


async def ask(text):
    loop = asyncio.get_running_loop()
    return int(await asyncio.wait_for(loop.run_in_executor(None, input, text), 5))


async def main():
    a = await ask("a? ")
    print("sum", a + await ask("b? "))


asyncio.run(main())

import asyncio

from pump.pool import Pool, fetch, numbers


async def drain(pool: Pool):
#                     ^^^^ param pump.pool#Pool
    async with Pool(3) as other:
    #          ^^^^ type pump.pool#Pool
    #          ^^^^ method pump.pool#Pool.__init__
        await fetch("a")
        #     ^^^^^ call pump.pool#fetch
        #     ^^^^^ invoked
    async for line in pool.lines():
    #                      ^^^^^ method pump.pool#Pool.lines
        print(await fetch(line))
        #           ^^^^^ call pump.pool#fetch
    return [number async for number in pool.lines()], list(numbers())
    #                                       ^^^^^ method pump.pool#Pool.lines
    #                                                      ^^^^^^^ call pump.pool#numbers


async def main():
    await asyncio.gather(drain(Pool(1)), *(fetch(n) for n in "ab"))
    #                    ^^^^^ call pump.run#drain
    #                                      ^^^^^ call pump.pool#fetch


if __name__ == "__main__":
    asyncio.run(main())
    #           ^^^^ dep pump.run#main
    #           ^^^^ invoked

import asyncio
import sys

from martlet import Client


async def main(url: str, user: str, token: str) -> None:
    client = Client(url, user, lambda refused: token, device="d")
    client.connect()
    added = await client.friend.add(userID="bob")
    message = await client.send("c2c_bob", "Hello Bob")
    print(client.state, added["result"]["userID"], message["seq"])
    await client.close()


asyncio.run(main(*sys.argv[1:]))

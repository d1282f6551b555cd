"""A program that mypy reads: each call that it must refuse says so."""

import asyncio

from martlet import Client, FileStorage, MartletError
from martlet.protocol import MessageNewEvent


def heard(message: MessageNewEvent) -> None:
    print(message["conversationID"], message["from"], message.get("nickname"))
    message["conversation"]  # type: ignore[typeddict-item]


async def main() -> str:
    client = Client("ws://localhost", "bot", lambda refused: "token", device="d", storage=FileStorage("bot.jsonl"))
    client.on("message.new", lambda message: client.send(message["conversationID"], "hello"))
    client.on("message.new", heard)
    client.on("friend.changed", heard)
    try:
        reply = await client.request("session.list", {})
        added = await client.friend.add(userID="bob", addWording="Hi", timeout=5)
        code: int = added["result"]["code"]
        await client.message.search(query="tea", from_="bob")
        await client.friend.add()  # type: ignore[call-arg]
        await client.friend.add(userID="bob", wording="Hi")  # type: ignore[call-arg]
        await client.friend.add(userID=1)  # type: ignore[arg-type]
        await client.friend.ad(userID="bob")  # type: ignore[attr-defined]
        cat = await client.upload("cat.jpg", on_progress=lambda sent, size: print(sent, size))
        await client.upload(5)  # type: ignore[arg-type]
        url: str = await client.media_url(cat["mediaID"])
        print(url)
        added["results"]  # type: ignore[typeddict-item]
    except MartletError as error:
        return error.name
    return f"{reply['sessions']} {code}"


asyncio.run(main())

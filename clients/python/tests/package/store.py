"""A program with a store that mypy reads: each call that it must refuse says so."""

import asyncio

from martlet import Client, FileStorage, MemoryStorage, Storage, Store, StoreChange


def changed(change: StoreChange) -> None:
    print(change.list, len(change.conversations))


async def main(storage: Storage = MemoryStorage()) -> None:
    client = Client("ws://localhost", "bot", lambda refused: "token", device="d", storage=FileStorage("bot.db"))
    store = Store(client)
    await store.ready()
    end = store.on("change", changed)
    await client.connect()
    await store.open("c2c_bob")
    await store.older("c2c_bob", limit=20)
    view = store.view("c2c_bob")
    print([(message["seq"], message["from"]) for message in view.messages], view.is_complete, view.draft)
    print([(one["conversationID"], one["unreadCount"]) for one in store.conversations()], store.total_unread)
    store.keep_draft("c2c_bob", {"text": "I wanted to"})
    store.view("c2c_bob").messages[0]["sequence"]  # type: ignore[typeddict-item]
    store.open(1)  # type: ignore[arg-type, unused-coroutine]
    view.is_loaded = True  # type: ignore[misc]
    end()
    store.close()
    await storage.write([("draft", "c2c_bob", None)])
    await client.sign_out()


asyncio.run(main())

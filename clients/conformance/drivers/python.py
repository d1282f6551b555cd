#!/usr/bin/env python3
"""The driver of clients/python: ../README.md."""

import asyncio
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../python"))
from martlet import Client, FileStorage  # noqa: E402


def say(**line):
    print(json.dumps(line), flush=True)


class Driver:
    tokens = None

    def connect(self, url, user, device, ahead, keeps, storage=None):
        self.tokens = asyncio.Queue()
        self.client = client = Client(
            url, user, self.token, device=device, gap_limit=10**9, clock=lambda: time.time() + ahead,
            storage=FileStorage(storage) if storage else None, keeps_positions=keeps)
        client.on("state", lambda state: say(state=state["name"]))
        client.on("sync.list", lambda _: say(listed=True))
        client.on("message.new", lambda message: say(told={
            "conversationID": message["conversationID"], "seq": message["seq"], "msgId": message["msgId"],
            "from": message["from"], "text": message["body"].get("text")}))
        client.on("message.changed", lambda data: say(changed={
            "conversationID": data["conversationID"], "msgId": data["message"]["msgId"],
            "isRecalled": "recalled" in data["message"]}))
        client.connect()

    async def token(self, refused):
        say(token={"refused": refused})
        return await self.tokens.get()

    def do(self, command):
        what = command.pop("do")
        if what == "connect":
            self.connect(**command)
        elif what == "token":
            self.tokens.put_nowait(command["token"])
        elif what == "send" and not command.get("isJSON", True):
            try:
                self.client.send(command["conversationID"], {"type": 100, "body": {"set": {1}}})
            except TypeError as error:
                say(failed={"id": command["id"], "error": str(error)})
        elif what == "send":
            self.client.send(command["conversationID"], command["text"]).add_done_callback(
                lambda done: done.cancelled() or tell_outcome(command["id"], done))
        elif what == "recall":
            asyncio.create_task(self.client.recall(command["conversationID"], command["msgId"]))
        elif what == "read":
            asyncio.create_task(self.client.mark_read(command["conversationID"]))
        elif what == "show":
            conversations = {id: one["unreadCount"] for id, one in self.client.conversations.items()}
            say(shown={
                "call": command["call"], "unsent": len(self.client.outbox.entries), "totalUnread": self.client.total_unread,
                "conversations": conversations})
        elif what == "disconnect":
            asyncio.create_task(self.client.close())


def tell_outcome(id, done):
    if error := done.exception():
        say(failed={"id": id, "error": error.name})
    else:
        say(sent={"id": id, "seq": done.result()["seq"]})


async def main():
    driver, reader = Driver(), asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        driver.do(json.loads(line))
    await driver.client.close()


asyncio.run(main())

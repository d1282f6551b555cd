#!/usr/bin/env python3
"""The driver of clients/python: ../README.md."""

import asyncio
import json
import os
import re
import sqlite3
import sys
import time
from contextlib import closing

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../python"))
from martlet import Client, FileStorage, MartletError, Store  # noqa: E402

# Of a conversation in the list.
IN_LIST = ("conversationID", "seq", "isPinned")


def say(**line):
    print(json.dumps(line), flush=True)


class Driver:
    tokens = client = store = None

    def make(self, url, user, device, storage=None, keeps=False, ahead=0, gapLimit=float("inf")):
        self.tokens = asyncio.Queue()
        self.client = client = Client(
            url, user, self.token, device=device, gap_limit=gapLimit, clock=lambda: time.time() + ahead,
            storage=FileStorage(storage) if storage else None, keeps_positions=bool(keeps))
        self.store = Store(client)
        # The conversations that were scrolled, and the gaps that were told.
        self.scrolled, self.gaps = {}, {}
        client.on("state", lambda state: say(state=state["name"]))
        client.on("sync.list", lambda _: say(listed=True))
        client.on("message.new", lambda message: say(told={
            "conversationID": message["conversationID"], "seq": message["seq"], "msgId": message["msgId"],
            "from": message["from"], "text": message["body"].get("text")}))
        client.on("message.changed", lambda data: say(changed={
            "conversationID": data["conversationID"], "msgId": data["message"]["msgId"],
            "isRecalled": "recalled" in data["message"]}))
        client.on("sync.gap", self.take_gap)
        client.on("unsaved", lambda _: say(unsaved=True))
        client.on("storeLost", lambda _: say(storeLost=True))

    async def token(self, refused):
        say(token={"refused": refused})
        return await self.tokens.get()

    def take_gap(self, gap):
        self.gaps.setdefault(gap["conversationID"], []).append([gap["from"], gap["to"]])

    def do(self, command):
        what = command.pop("do")
        getattr(self, {"signOut": "sign_out", "token": "give_token"}.get(what, what))(**command)

    def connect(self, **options):
        if not self.client:
            self.make(**options)
        self.client.connect().add_done_callback(asyncio.Future.exception)

    def open(self, **options):
        self.make(**options)
        begin(self.tell_opened())

    async def tell_opened(self):
        await self.store.ready()
        say(opened=True)

    def give_token(self, token):
        self.tokens.put_nowait(token)

    def send(self, conversationID, id, text=None, isJSON=True):
        if not isJSON:
            try:
                self.client.send(conversationID, {"type": 100, "body": {"set": {1}}})
            except TypeError as error:
                say(failed={"id": id, "error": str(error)})
            return
        self.client.send(conversationID, text).add_done_callback(
            lambda done: done.cancelled() or tell_outcome(id, done))

    def recall(self, conversationID, msgId):
        begin(self.client.recall(conversationID, msgId))

    def read(self, conversationID):
        begin(self.client.mark_read(conversationID))

    def scroll(self, **command):
        begin(self.tell_scrolled(**command))

    async def tell_scrolled(self, conversationID, limit, call):
        self.scrolled[conversationID] = None
        store = self.store
        try:
            read = store.older if store.view(conversationID).is_loaded else store.open
            await read(conversationID, limit)
            say(scrolled={"call": call, "isComplete": store.view(conversationID).is_complete})
        except MartletError as error:
            say(scrolled={"call": call, "error": error.name})

    def draft(self, conversationID, text):
        self.store.keep_draft(conversationID, {"text": text})

    def suspend(self, seconds):
        """Nothing of the client runs: a program is not told that its machine is awake."""
        time.sleep(seconds)

    def sign_out(self):
        begin(self.tell_signed_out())

    async def tell_signed_out(self):
        client, store = self.client, self.store
        await client.sign_out()
        store.close()
        self.client = None
        say(signedOut=True)

    def show(self, call):
        conversations, entries, waiting = self.store.conversations(), self.client.outbox.entries.values(), {}
        for entry in entries:
            waiting.setdefault(entry["conversationID"], []).append(entry["body"]["text"])
        drafts = {one["conversationID"]: self.store.draft(one["conversationID"]) for one in conversations}
        say(shown={
            "call": call, "unsent": len(entries), "totalUnread": self.store.total_unread, "waiting": waiting,
            "conversations": {one["conversationID"]: one["unreadCount"] for one in conversations},
            "list": [
                {**{name: one[name] for name in IN_LIST}, "last": text_of(one["lastMessage"])} for one in conversations],
            "messages": {
                id: [[one["seq"], text_of(one)] for one in self.store.view(id).messages] for id in self.scrolled},
            "gaps": self.gaps, "drafts": {id: draft["text"] for id, draft in drafts.items() if draft}})

    def disconnect(self):
        begin(self.client.close())

    def damage(self, storage):
        """Has the messages lose their values: the two bytes before a row's space and key say what its value is."""
        with closing(sqlite3.connect(storage)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with open(storage, "rb") as file:
            content = file.read()
        spoiled = re.sub(b"..(?=messagec2c_)", b"\x80\x00", content, flags=re.DOTALL)
        with open(storage, "wb") as file:
            file.write(spoiled)
        sys.exit(0)


def begin(work):
    """Whatever becomes of it, the client goes on."""
    task = asyncio.ensure_future(work)
    running.add(task)
    task.add_done_callback(running.discard)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())


running = set()


def text_of(message):
    """The text of a message that was not taken back."""
    return None if not message or message.get("recalled") else message["body"].get("text")


def tell_outcome(id, done):
    if error := done.exception():
        say(failed={"id": id, "error": error.name})
    else:
        say(sent={"id": id, "seq": done.result()["seq"]})


async def main():
    say(able=["suspend", "store"])
    driver, reader = Driver(), asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        driver.do(json.loads(line))
    if driver.client:
        await driver.client.close()


asyncio.run(main())

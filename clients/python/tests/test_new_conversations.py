"""The messages of conversations that begin while the client does not hear them."""

import asyncio
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet.sync import Sync  # noqa: E402

COUNT = 6


def message(seq):
    return {"conversationID": "c2c_dan", "seq": seq, "from": "dan", "clientMsgId": f"c{seq}", "msgId": str(seq)}


def conversation(seq):
    return {"conversationID": "c2c_dan", "seq": seq, "unreadCount": seq}


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


class SyncTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.told = []
        self.late = {}
        self.conversations = []
        self.sync = Sync("alice", self.request, self.tell, 1000)

    def tell(self, name, data):
        if name == "message.new":
            self.told.append(data["seq"])

    async def request(self, op, data):
        if op in self.late:
            await self.late[op].wait()
        if op == "conversation.list":
            return {"conversations": self.conversations, "nextSeq": 0, "isFinished": True}
        if op == "stream.events":
            event = {"seq": 4, "event": "conversation.new", "data": {"conversations": [conversation(COUNT)]}}
            return {"events": [event], "seq": 4, "isFinished": True}
        messages = [message(seq) for seq in range(data["cursor"] + 1, COUNT + 1)]
        return {"messages": messages, "cursor": COUNT, "isFinished": True}

    async def begin(self):
        self.sync.login({"stream": {"seq": 3}, "groups": {}})
        await settle()

    async def test_they_are_fetched_when_the_users_stream_has_a_gap(self):
        for late in ("stream.events", "conversation.list"):
            with self.subTest(late=late):
                self.setUp()
                await self.begin()
                self.late[late] = asyncio.Event()
                self.conversations = [conversation(COUNT)]
                user = {"verdict": "gap", "from": 4, "to": 4, "seq": 4}
                self.sync.login({"stream": {"seq": 4}, "groups": {}, "resume": {"user": user, "groups": {}, "conversations": {}}})
                self.sync.event({"event": "conversation.syncFinish", "data": {"isComplete": False}})
                await settle()
                self.late[late].set()
                await settle()
                self.assertEqual(self.told, list(range(1, COUNT + 1)))

    async def test_they_come_before_the_next_message_which_is_live_before_they_are_known(self):
        await self.begin()
        self.late["stream.events"] = asyncio.Event()
        self.conversations = [conversation(COUNT)]
        user = {"verdict": "gap", "from": 4, "to": 4, "seq": 4}
        self.sync.login({"stream": {"seq": 4}, "groups": {}, "resume": {"user": user, "groups": {}, "conversations": {}}})
        self.sync.event({"event": "message.new", "data": message(COUNT)})
        self.sync.event({"event": "conversation.changed", "data": {"conversations": [conversation(COUNT)]}})
        await settle()
        self.assertEqual(self.told, [])
        self.late["stream.events"].set()
        await settle()
        self.assertEqual(self.told, list(range(1, COUNT + 1)))

    async def test_a_connection_that_is_lost_between_conversation_new_and_its_message_loses_none(self):
        await self.begin()
        self.sync.event({"event": "conversation.new", "stream": "user", "seq": 4, "data": {"conversations": [conversation(1)]}})
        self.assertEqual(self.sync.named()["conversations"], {"c2c_dan": 0})

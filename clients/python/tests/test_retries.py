"""Requests and messages whose replies were lost, and a gateway that may have forgotten them."""

import asyncio
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import MartletError, MemoryStorage  # noqa: E402
from martlet.outbox import Outbox  # noqa: E402
from martlet.requests import Requests  # noqa: E402

LIMITS = {"requests": {"perSecond": 100, "burst": 100}}


class Clock:
    now = 1_795_000_000.0

    def __call__(self):
        return self.now


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


class RequestsTest(unittest.IsolatedAsyncioTestCase):
    async def repeated(self, hours, *, key="k", is_sent=True, limits=LIMITS):
        """What becomes of a request whose reply was lost, and how often it goes out once the client comes back."""
        clock, sent = Clock(), []
        requests = Requests(clock)

        async def send(text):
            sent.append(json.loads(text))

        def connect():
            requests.open(send, limits)
            return asyncio.create_task(requests.pump())

        asked = None
        if is_sent:
            pump = connect()
            asked = asyncio.create_task(requests.request("group.create", {}, key=key))
            await settle()
            pump.cancel()
            requests.close()
        else:
            asked = asyncio.create_task(requests.request("group.create", {}, key=key))
        before = len(sent)
        clock.now += hours * 3600
        pump = connect()
        await settle()
        count = len(sent) - before
        if count:
            requests.receive({"id": sent[-1]["id"], "ok": {}})
        try:
            await asyncio.wait_for(asked, 1)
            return "done", count
        except MartletError as error:
            return error.name, count
        finally:
            pump.cancel()

    async def test_a_key_is_used_again_while_the_gateway_knows_it(self):
        self.assertEqual(await self.repeated(23), ("done", 1))
        self.assertEqual(await self.repeated(30, limits={**LIMITS, "retryHours": 48}), ("done", 1))

    async def test_what_may_have_been_done_is_not_done_again(self):
        self.assertEqual(await self.repeated(24), ("maybeDone", 0))
        self.assertEqual(await self.repeated(2, limits={**LIMITS, "retryHours": 1}), ("maybeDone", 0))
        self.assertEqual(await self.repeated(-3), ("maybeDone", 0))

    async def test_what_was_never_sent_waits_and_what_has_no_key_is_repeated(self):
        self.assertEqual(await self.repeated(100, is_sent=False), ("done", 1))
        self.assertEqual(await self.repeated(100, key=None), ("done", 1))


class OutboxTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.clock, self.asked, self.failed, self.sent = Clock(), [], [], []
        self.storage = MemoryStorage()
        self.pages = {"messages": [], "isFinished": True, "cursor": 0}
        # While it is not set, no reply comes.
        self.replies = asyncio.Event()

    def outbox(self):
        outbox = Outbox("alice", self.storage, self.clock, self.request, self.sent.append, lambda *one: self.failed.append(one), print)
        outbox.start()
        return outbox

    async def kept(self):
        return [message["body"]["text"] for _, message in await self.storage.range("outbox")]

    async def request(self, op, data):
        self.asked.append((op, data.get("body", {}).get("text")))
        await self.replies.wait()
        if op == "message.history":
            return self.pages
        return {"msgId": "1", "conversationID": data["conversationID"], "seq": 1, "time": 1000}

    def login(self, outbox):
        outbox.login({"limits": {"retryHours": 1}, "serverTime": self.clock() * 1000})
        outbox.pump_all()

    async def test_a_message_is_kept_while_an_earlier_one_is_under_way(self):
        outbox = self.outbox()
        for text in ("one", "two"):
            outbox.add("c2c_bob", {"body": {"text": text}})
            await settle()
        self.assertEqual(self.asked, [("message.send", "one")])
        self.assertEqual(await self.kept(), ["one", "two"])
        await outbox.stop()

    async def come_back(self, hours):
        """With a message of an earlier run, whose reply was lost."""
        outbox = self.outbox()
        outbox.add("c2c_bob", {"body": {"text": "old"}, "expireSeconds": 9})
        await settle()
        await outbox.stop()
        self.asked.clear()
        self.replies.set()
        self.clock.now += hours * 3600
        outbox = self.outbox()
        await outbox.load()
        self.login(outbox)
        await settle()
        self.assertEqual((outbox.entries, await self.kept()), ({}, []))
        await outbox.stop()

    async def test_an_old_message_is_looked_for_and_sent_if_it_is_not_there(self):
        await self.come_back(2)
        self.assertEqual(self.asked, [("message.history", None), ("message.send", "old")])
        self.assertEqual([one["expireAt"] for one in self.sent], [10_000])

    async def test_a_young_message_is_sent_without_looking_for_it(self):
        await self.come_back(0.5)
        self.assertEqual(self.asked, [("message.send", "old")])

    async def test_an_old_message_of_which_the_history_does_not_tell_fails(self):
        self.pages = {"messages": [], "isFinished": False, "cursor": 1}
        await self.come_back(2)
        self.assertEqual(len(self.asked), 20)
        [(message, error)] = self.failed
        self.assertEqual((message["body"]["text"], error.name), ("old", "maybeSent"))


if __name__ == "__main__":
    unittest.main()

"""What follows from a message between two, by the table that all clients run."""

import asyncio
import copy
import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from martlet.sync import Sync  # noqa: E402

with open(os.path.join(HERE, "..", "..", "conformance", "lean.json"), encoding="utf-8") as file:
    CASES = json.load(file)


class LeanTest(unittest.IsolatedAsyncioTestCase):
    async def test_each_case_of_the_table(self):
        for case in CASES:
            with self.subTest(case["name"]):
                await self.run_case(case)

    async def run_case(self, case):
        totals, page = [None], asyncio.get_running_loop().create_future()

        async def request(op, data):
            return await page

        def tell(name, data):
            if name == "conversation.totalUnreadChanged":
                totals.append(data["total"])

        sync = Sync("alice", request, tell, 100)
        sync.login({"stream": {"seq": 0}, "groups": {}})
        await settle()
        for step in case.get("early", []):
            take(sync, step)
        page.set_result({"conversations": copy.deepcopy(case["list"]), "nextSeq": 0, "isFinished": True})
        await settle()
        for step in case["steps"]:
            take(sync, step)
        await settle()
        self.assertEqual(list(sync.conversations.values()), case["expected"]["conversations"])
        self.assertEqual(totals[-1], case["expected"]["total"])

    async def test_an_own_message_that_comes_while_the_list_is_read_again_leaves_the_lists_unread_count(self):
        pages, told = [], []

        async def request(op, data):
            pages.append(asyncio.get_running_loop().create_future())
            return await pages[-1]

        def bob(seq, unread):
            conversation = {"conversationID": "c2c_bob", "seq": seq, "unreadCount": unread, "lastMessage": None}
            return {"conversations": [conversation], "nextSeq": 0, "isFinished": True}

        sync = Sync("alice", request, lambda name, data: told.append((name, data)), 100)
        sync.login({"stream": {"seq": 0}, "groups": {}})
        await settle()
        pages[0].set_result(bob(1, 5))
        await settle()
        sync.event({"event": "conversation.syncFinish", "data": {"isComplete": False}})
        await settle()
        own = {"conversationID": "c2c_bob", "seq": 3, "from": "alice", "msgId": "3", "clientMsgId": "c", "type": 0}
        sync.own({**own, "body": {}, "time": 1})
        # Another device has read meanwhile.
        pages[1].set_result(bob(2, 0))
        await settle()
        [conversation] = told[-1][1]["conversations"]
        self.assertEqual((told[-1][0], conversation["seq"], conversation["unreadCount"]), ("sync.list", 3, 0))


def take(sync, step):
    if "own" in step:
        sync.own(copy.deepcopy(step["own"]))
    else:
        sync.event(copy.deepcopy(step))


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


if __name__ == "__main__":
    unittest.main()

"""Broadcasts, live and missed."""

import asyncio
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import MartletError  # noqa: E402
from martlet.sync import Sync  # noqa: E402


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def broadcasts(*seqs):
    return [{"seq": seq, "type": 0, "body": {"text": str(seq)}} for seq in seqs]


class BroadcastsTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.told, self.failed, self.asked = [], [], []
        self.gate, self.error = asyncio.Event(), None
        self.gate.set()
        self.in_force = broadcasts(2, 3, 5)
        self.sync = Sync("alice", self.request, self.tell, 1000)

    def tell(self, name, data):
        if name == "broadcast.new":
            self.told.append(data["seq"])
        elif name == "sync.failed":
            self.failed.append(data["stream"])

    async def request(self, op, data):
        if op == "conversation.list":
            return {"conversations": [], "nextSeq": 0, "isFinished": True}
        self.asked.append(data["after"])
        await self.gate.wait()
        if self.error:
            raise self.error
        rest = [one for one in self.in_force if one["seq"] > data["after"]]
        return {"broadcasts": rest[:2], "seq": 6, "isFinished": len(rest) <= 2}

    def login(self, last, verdict=None):
        reply = {"stream": {"seq": 3}, "groups": {}, "broadcasts": last}
        if verdict:
            user = {"verdict": "recovered", "seq": 3}
            reply["resume"] = {"user": user, "groups": {}, "conversations": {}, "broadcasts": verdict}
        self.sync.login(reply)

    async def begin(self):
        self.sync.login({"stream": {"seq": 3}, "groups": {}, "broadcasts": 0})
        self.sync.event({"event": "broadcast.new", "data": broadcasts(1)[0]})
        self.told.clear()

    async def test_a_first_session_tells_those_in_force_and_names_where_it_is(self):
        self.login(6)
        await settle()
        self.assertEqual((self.told, self.asked), ([2, 3, 5], [0, 3]))
        self.assertEqual(self.sync.named()["broadcasts"], 6)

    async def test_missed_ones_come_from_the_verdict_in_order_and_once(self):
        self.login(1, None)
        self.sync.positions.broadcasts = 3
        self.login(6, {"verdict": "recovered", "seq": 6, "broadcasts": broadcasts(3, 5)})
        self.sync.event({"event": "broadcast.new", "data": broadcasts(5)[0]})
        self.sync.event({"event": "broadcast.new", "data": broadcasts(7)[0]})
        self.assertEqual((self.told, self.sync.named()["broadcasts"]), ([5, 7], 7))

    async def test_live_ones_wait_while_a_gap_is_fetched(self):
        await self.begin()
        self.gate.clear()
        self.login(6, {"verdict": "gap", "seq": 6, "from": 2, "to": 6})
        self.sync.event({"event": "broadcast.new", "data": broadcasts(7)[0]})
        await settle()
        self.assertEqual(self.told, [])
        self.gate.set()
        await settle()
        self.assertEqual((self.told, self.asked), ([2, 3, 5, 7], [1, 3]))

    async def test_a_position_of_another_stream_begins_anew(self):
        self.login(6)
        self.sync.positions.broadcasts = 99
        self.login(6, {"verdict": "reset", "seq": 6, "from": 1})
        await settle()
        self.assertEqual((self.told, self.sync.named()["broadcasts"]), ([2, 3, 5], 6))

    async def test_a_fetch_that_fails_is_told_and_live_ones_go_on(self):
        await self.begin()
        self.error = MartletError("forbidden", system="gw", code=1002)
        self.login(6, {"verdict": "gap", "seq": 6, "from": 2, "to": 6})
        self.sync.event({"event": "broadcast.new", "data": broadcasts(7)[0]})
        await settle()
        self.assertEqual((self.told, self.failed), ([7], ["broadcasts"]))

    async def test_a_gateway_that_has_none_is_asked_for_none(self):
        self.sync.login({"stream": {"seq": 3}, "groups": {}})
        await settle()
        self.assertEqual(self.asked, [])
        self.assertNotIn("broadcasts", self.sync.named())


if __name__ == "__main__":
    unittest.main()

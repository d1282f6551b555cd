"""Frames that make no sense: they end the connection, and break nothing."""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, StoreCase, conversation, message, page, page_of_list  # noqa: E402

BOB = "c2c_bob"
NONSENSE = [
    7, [], {"event": "message.new"}, {"event": "message.new", "data": 7}, {"event": "message.new", "data": {}},
    {"event": "message.new", "data": message(BOB, 1.5)}, {"event": "message.new", "data": message(BOB, True)},
    {"event": "message.new", "data": message(BOB, 1, body="text")}, {"event": "conversation.changed", "data": {}},
    {"event": "conversation.new", "data": {"conversations": [None]}}, {"event": "receipt.new", "data": {"conversationID": BOB}},
    {"event": "message.changed", "data": {"conversationID": BOB, "change": 1, "message": {}}}, {"event": 7, "data": {}},
    {"event": "conversation.totalUnreadChanged", "data": None}, {"event": "state", "data": {"name": "open"}},
    {"event": "sync.reset", "data": {"stream": 7}}, {"event": "profile.changed", "data": {}, "stream": "user"},
    {"event": "profile.changed", "data": {}, "stream": 7, "seq": 1}, {"id": 3}, {"id": 3, "ok": None}, {"id": 3, "error": 7},
]  # fmt: skip


class NonsenseTest(StoreCase):
    async def test_it_ends_the_connection_and_the_client_comes_back(self):
        device = Device(self.loop)
        store = await device.open()
        for frame in NONSENSE:
            await device.advance(60)
            before = device.gateway.socket
            before.give(frame)
            await device.advance(2)
            self.assertIsNot(device.gateway.socket, before, json.dumps(frame))
            self.assertEqual(device.client.state, "open", json.dumps(frame))
        self.assertEqual((store.conversations(), store.total_unread, device.of("sync.reset")), ([], 0, []))

    async def test_a_list_that_makes_no_sense_has_failed_and_live_messages_come(self):
        device = Device(self.loop)
        device.answers["conversation.list"] = {"conversations": [{}], "nextSeq": 0, "isFinished": True}
        await device.open()
        device.gateway.answers["conversation.list"] = page_of_list(conversation(BOB, 0))
        device.gateway.socket.event("message.new", message(BOB, 1))
        await self.loop.settle()
        self.assertEqual([one["seq"] for one in device.of("message.new")], [1])
        await device.advance(1)
        self.assertEqual(device.client.state, "open")

    async def test_a_reply_that_makes_no_sense_fails_the_message_and_the_next_one_goes(self):
        device = Device(self.loop)
        await device.open()
        device.gateway.answers["message.send"] = {"msgId": 7}
        failed = []
        device.client.on("message.failed", lambda told: failed.append(told))
        device.client.send(BOB, "one")
        await device.written()
        del device.gateway.answers["message.send"]
        sent = device.client.send(BOB, "two")
        await device.written()
        self.assertEqual((len(failed), sent.result()["seq"]), (1, 1))

    async def test_a_page_that_makes_no_sense_fails(self):
        device = Device(self.loop)
        store = await device.open()
        device.gateway.answers["message.history"] = {**page(), "messages": None}
        with self.assertRaises(TypeError):
            await store.open(BOB)


if __name__ == "__main__":
    unittest.main()

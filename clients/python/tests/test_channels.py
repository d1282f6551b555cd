"""Followed channels, live and missed."""

import asyncio
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import Client, MartletError  # noqa: E402
from martlet.sync import Sync  # noqa: E402


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def message(seq, channel="news"):
    return {"channelID": channel, "msgId": str(seq), "seq": seq, "type": 0, "body": {"text": str(seq)}}


class ChannelsTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.told, self.others, self.asked = [], [], []
        self.gate, self.error, self.last = asyncio.Event(), None, 250
        self.gate.set()
        self.sync = Sync("alice", self.request, self.tell, 1000)

    def tell(self, name, data):
        if name == "channel.message":
            self.told.append((data["channelID"], data["seq"]))
        elif name.startswith(("sync.reset", "sync.gap", "sync.failed", "channel.")):
            self.others.append((name, data))

    async def request(self, op, data):
        if op == "conversation.list":
            return {"conversations": [], "nextSeq": 0, "isFinished": True}
        self.asked.append(data["cursor"])
        await self.gate.wait()
        if self.error:
            raise self.error
        end = min(data["cursor"] + data["limit"], self.last)
        messages = [message(seq) for seq in range(data["cursor"] + 1, end + 1)]
        is_finished = end == self.last
        return {"messages": messages, "cursor": 0 if is_finished else end, "isFinished": is_finished}

    def login(self, channels, verdicts=None):
        reply = {"stream": {"seq": 3}, "groups": {}, "channels": channels}
        if verdicts is not None:
            user = {"verdict": "recovered", "seq": 3}
            reply["resume"] = {"user": user, "groups": {}, "conversations": {}, "channels": verdicts}
        self.sync.login(reply)

    def live(self, seq, channel="news"):
        self.sync.event({"event": "channel.message", "data": message(seq, channel)})

    async def test_a_first_session_tells_nothing_of_before_and_names_each_channel(self):
        self.login({"news": 41, "a:b/c": 0})
        self.live(42)
        self.live(42)
        self.assertEqual(self.told, [("news", 42)])
        self.assertEqual(self.sync.named()["channels"], {"news": 42, "a:b/c": 0})

    async def test_missed_messages_are_told_in_order_and_once(self):
        self.login({"news": 41})
        self.live(42)
        self.login({"news": 44}, {"news": {"verdict": "recovered", "seq": 44, "messages": [message(42), message(43), message(44)]}})
        self.live(44)
        self.live(45)
        self.assertEqual(self.told, [("news", seq) for seq in (42, 43, 44, 45)])

    async def test_a_gap_is_fetched_page_by_page_and_live_messages_wait(self):
        self.login({"news": 10, "other": 1})
        self.gate.clear()
        self.login({"news": 249, "other": 1}, {"news": {"verdict": "gap", "seq": 249, "from": 11, "to": 249}})
        self.live(250)
        self.live(2, "other")
        await settle()
        self.assertEqual(self.told, [("other", 2)])
        self.gate.set()
        await settle()
        self.assertEqual(self.told[1:], [("news", seq) for seq in range(11, 251)])
        self.assertEqual(self.asked, [10, 110, 210])
        self.assertEqual(self.sync.named()["channels"]["news"], 250)

    async def test_a_connection_that_is_lost_while_a_gap_is_fetched_loses_nothing(self):
        self.login({"news": 10})
        self.gate.clear()
        gap = {"news": {"verdict": "gap", "seq": 250, "from": 11, "to": 250}}
        self.login({"news": 250}, gap)
        await settle()
        self.assertEqual(self.sync.named()["channels"], {"news": 10})
        self.gate.set()
        self.login({"news": 250}, gap)
        await settle()
        self.assertEqual(self.told, [("news", seq) for seq in range(11, 251)])

    async def test_a_gap_that_is_too_long_is_told_and_not_fetched(self):
        self.login({"news": 10})
        self.login({"news": 2000}, {"news": {"verdict": "gap", "seq": 2000, "from": 11, "to": 2000}})
        self.live(2001)
        self.assertEqual(self.others, [("sync.gap", {"channelID": "news", "from": 11, "to": 2000})])
        self.assertEqual((self.told, self.asked), ([("news", 2001)], []))

    async def test_a_position_that_is_kept_no_longer_is_a_reset(self):
        self.login({"news": 10})
        self.login({"news": 90}, {"news": {"verdict": "reset", "seq": 90, "from": 50, "why": "kept"}})
        self.assertEqual(self.others, [("sync.reset", {"stream": "channel_news", "isGone": False, "why": "kept"})])
        self.assertEqual(self.sync.named()["channels"], {"news": 90})

    async def test_a_channel_that_is_followed_no_longer_is_gone(self):
        self.login({"news": 10})
        self.login({}, {"news": {"verdict": "reset", "seq": 0, "from": 1}})
        self.assertEqual(self.others, [("sync.reset", {"stream": "channel_news", "isGone": True})])
        self.assertNotIn("channels", self.sync.named())

    async def test_a_gap_that_cannot_be_fetched_is_told_and_begins_anew(self):
        self.login({"news": 10})
        self.error = MartletError("noChannel", system="gw", code=1020)
        self.login({"news": 250}, {"news": {"verdict": "gap", "seq": 250, "from": 11, "to": 250}})
        self.live(251)
        await settle()
        self.assertEqual([name for name, _ in self.others], ["sync.failed", "sync.reset"])
        self.assertEqual({data["stream"] for _, data in self.others}, {"channel_news"})
        self.assertEqual((self.told, self.sync.named()["channels"]), ([("news", 251)], {"news": 251}))

    async def test_what_another_device_follows_is_named_from_there_on(self):
        self.login({"news": 10})
        event = {"event": "channel.subscriptionChanged", "data": {"channelID": "more", "isSubscribed": True, "seq": 7}}
        self.sync.event(event)
        self.assertEqual(self.sync.named()["channels"], {"news": 10, "more": 7})
        self.sync.event({"event": "channel.subscriptionChanged", "data": {"channelID": "more", "isSubscribed": False}})
        self.sync.event({"event": "channel.destroyed", "data": {"channelID": "news"}})
        self.assertNotIn("channels", self.sync.named())
        self.assertEqual(len(self.others), 3)

    async def test_what_this_device_follows_is_named_from_its_reply_on(self):
        client = Client("ws://127.0.0.1:9", "alice", lambda _: "token", device="d")
        replies = {"channel.subscribe": {"channelID": "news", "seq": 41}, "channel.unsubscribe": {},
                   "conversation.list": {"conversations": [], "nextSeq": 0, "isFinished": True}}  # fmt: skip

        async def request(op, data, **_):
            return replies[op]

        client._link.requests.request = request
        client._link.state = "open"
        client._login({"stream": {"seq": 3}, "groups": {}, "channels": {}, "limits": {}, "serverTime": 0})
        await client.request("channel.subscribe", {"channelID": "news"})
        self.assertEqual(client._sync.named()["channels"], {"news": 41})
        await client.request("channel.unsubscribe", {"channelID": "news"})
        self.assertNotIn("channels", client._sync.named())
        await client.close()

    async def test_a_gateway_that_has_no_channels_is_named_none(self):
        self.sync.login({"stream": {"seq": 3}, "groups": {}})
        self.sync.login({"stream": {"seq": 3}, "groups": {}, "resume": {
            "user": {"verdict": "recovered", "seq": 3}, "groups": {}, "conversations": {}}})  # fmt: skip
        self.assertEqual(self.others, [])


if __name__ == "__main__":
    unittest.main()

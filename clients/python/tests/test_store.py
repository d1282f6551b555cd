"""A store whose gateway could not be asked at once, messages that end, and drafts."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import START, Client, Device, MartletError, MemoryStorage, Store, StoreCase  # noqa: E402
from rig import conversation, message, page, page_of_list  # noqa: E402

BOB = "c2c_bob"
MINUTE, HOUR = 60, 3600
DRAFT = {"text": "I wanted to", "replyTo": "17"}


def refuse(_=None):
    raise MartletError("noTarget", system="nim", code=404)


class StoreTest(StoreCase):
    async def opened(self, keeps=True, **options):
        self.device = Device(self.loop, keeps=keeps)
        return await self.device.open(**options)

    async def test_a_conversation_that_is_opened_without_a_connection_is_read_when_there_is_one(self):
        store = await self.opened(is_offline=True)
        self.device.gateway.answers["message.history"] = page(message(BOB, 1))
        opening = self.loop.create_task(store.open(BOB))
        await self.device.advance(600)
        self.assertFalse(opening.done())
        self.device.gateway.is_answering = True
        await self.device.advance(90)
        await opening
        self.assertEqual(self.device.seqs(), [1])

    async def test_one_that_could_not_be_read_is_read_as_soon_as_it_has_a_message(self):
        store = await self.opened()
        self.device.gateway.answers["message.history"] = refuse
        with self.assertRaises(MartletError) as failed:
            await store.open(BOB)
        self.assertEqual(failed.exception.code, 404)
        self.device.gateway.answers["message.history"] = page(message(BOB, 1))
        self.device.gateway.socket.event("message.new", message(BOB, 1))
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [1])

    async def test_one_that_could_not_be_read_is_read_with_the_next_list(self):
        store = await self.opened()
        await self.device.client.close()
        with self.assertRaises(MartletError) as failed:
            await store.open(BOB)
        self.assertEqual(failed.exception.name, "stopped")
        self.device.gateway.answers["message.history"] = page(message(BOB, 1))
        self.device.client.connect()
        await self.loop.settle()
        self.device.gateway.socket.event("conversation.syncFinish", {"isComplete": False})
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [1])

    async def test_what_is_told_while_no_page_comes_leaves_no_hole_behind_it(self):
        store = await self.opened(keeps=False)
        gateway = self.device.gateway
        gateway.answers["message.history"] = lambda _: gateway.socket.event("message.new", message(BOB, 1)) or refuse()
        with self.assertRaises(MartletError):
            await store.open(BOB)
        newest = {"messages": [message(BOB, 9), message(BOB, 8)], "cursor": 8, "isFinished": False}
        gateway.answers["message.history"] = newest
        gateway.socket.event("message.new", message(BOB, 9))
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [8, 9])

    async def test_an_own_message_is_the_last_one_also_if_the_connection_is_lost_behind_the_reply(self):
        self.device = Device(self.loop)
        place = {"msgId": "10005", "conversationID": BOB, "seq": 5, "time": 7999}
        self.device.answers.update({"conversation.list": page_of_list(conversation(BOB, 4)), "message.send": place})
        store = await self.device.open()
        await self.device.client.send(BOB, "five")
        last = store.conversation(BOB)["lastMessage"]
        said = {"msgId": "10005", "seq": 5, "from": "alice", "type": 0, "body": {"text": "five"}}
        self.assertEqual(last, {**said, "time": 7999, "timestamp": 7})
        # One that was sent before, and is acknowledged now, is older.
        self.device.gateway.answers["message.send"] = {**place, "msgId": "10003", "seq": 3}
        await self.device.client.send(BOB, "three")
        self.assertEqual((store.conversation(BOB)["lastMessage"]["seq"], store.conversation(BOB)["seq"]), (5, 5))

    def history(self):
        def answer(data):
            seqs = [(data["cursor"] or 13) - 1 - index for index in range(4)]
            messages = [message(BOB, seq) for seq in seqs]
            return {"messages": messages, "cursor": seqs[-1], "isFinished": seqs[-1] == 1}

        self.device.gateway.answers["message.history"] = answer

    async def test_one_that_is_trimmed_while_older_messages_are_read_has_no_hole(self):
        store = await self.opened()
        self.history()
        await store.open(BOB, 4)
        await store.older(BOB)
        self.device.gateway.is_answering = False
        reading = self.loop.create_task(store.older(BOB))
        await self.loop.settle()
        asked = self.device.gateway.requests[-1]
        store.trim(BOB, 2)
        self.device.gateway.socket._answer(asked)
        await reading
        self.assertEqual((self.device.seqs(), store.view(BOB).is_complete), ([11, 12], False))
        self.device.gateway.is_answering = True
        await store.older(BOB, 2)
        await store.older(BOB, 2)
        self.assertEqual(self.device.seqs(), [7, 8, 9, 10, 11, 12])

    async def test_an_own_message_that_is_late_and_older_than_what_is_shown_leaves_no_hole(self):
        store = await self.opened()
        self.history()
        await store.open(BOB, 4)
        place = {"msgId": "m3", "conversationID": BOB, "seq": 3, "time": 7999}
        self.device.gateway.answers["message.send"] = place
        await self.device.client.send(BOB, "late")
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [9, 10, 11, 12])

    async def test_an_own_message_that_is_late_and_comes_while_the_first_page_is_awaited_leaves_no_hole(self):
        store = await self.opened()
        self.history()
        read = self.device.gateway.answers["message.history"]

        def late(data):
            if data["cursor"] == 0:
                self.device.client._sync.tell("message.sent", message(BOB, 3, **{"from": "alice"}))
            return read(data)

        self.device.gateway.answers["message.history"] = late
        await store.open(BOB, 4)
        self.assertEqual(self.device.seqs(), [9, 10, 11, 12])
        await store.older(BOB, 4)
        self.assertEqual(self.device.seqs(), [5, 6, 7, 8, 9, 10, 11, 12])

    async def test_each_notification_of_what_the_user_has_done_in_a_group_is_told(self):
        await self.opened()
        for seq in (1, 2, 2, 3):
            note = message("group_1", seq, **{"from": "alice", "type": 5, "clientMsgId": ""})
            self.device.gateway.socket.event("message.new", note)
        await self.loop.settle()
        self.assertEqual([one["seq"] for one in self.device.of("message.new")], [1, 2, 3])

    async def test_a_change_tells_once_what_one_moment_has_changed(self):
        store, changes = await self.opened(), []
        end = store.on("change", changes.append)
        await store.open(BOB)
        await self.loop.settle()
        changes.clear()
        for seq in (1, 2, 3):
            self.device.gateway.socket.event("message.new", message(BOB, seq))
        self.device.gateway.socket.event("conversation.totalUnreadChanged", {"total": 7})
        await self.loop.settle()
        self.assertEqual((changes[0].conversations, changes[-1].list, store.total_unread), ({BOB}, True, 7))
        end()
        store.close()
        self.device.gateway.socket.event("message.new", message(BOB, 4))
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [1, 2, 3])


class EndsTest(StoreCase):
    async def opened(self, after=MINUTE, ahead=0, keeps=True):
        """Bob's conversation is open, of which the message 2 ends by the gateway's clock, which is `ahead`."""
        self.device = device = Device(self.loop, keeps=keeps)
        self.end = int((START + self.loop.now + ahead + after) * 1000)
        messages = [message(BOB, 3), message(BOB, 2, expireAt=self.end), message(BOB, 1)]
        reply_to = {"msgId": "10001", "seq": 1, "from": "bob"}
        last = {**message(BOB, 2, expireAt=self.end, replyTo=reply_to), "timestamp": 1}
        device.login = lambda _: {"serverTime": int((device.clock() + ahead) * 1000)}
        device.answers["message.history"] = page(*messages)
        device.answers["conversation.list"] = page_of_list(conversation(BOB, 3, lastMessage=last))
        store = await device.open()
        await store.open(BOB)
        await self.loop.settle()
        return store

    async def test_a_message_is_hidden_at_its_end_and_the_lists_last_one_says_nothing_more(self):
        store, changes = await self.opened(), []
        store.on("change", changes.append)
        await self.device.advance(MINUTE - 0.01)
        self.assertEqual((self.device.seqs(), changes), ([1, 2, 3], []))
        await self.device.advance(0.02)
        self.assertEqual(self.device.seqs(), [1, 3])
        self.assertTrue(any(change.list for change in changes))
        self.assertTrue(any(BOB in change.conversations for change in changes))
        last = store.conversation(BOB)["lastMessage"]
        self.assertEqual(last, {**message(BOB, 2, expireAt=self.end, body={}), "timestamp": 1, "isExpired": True})
        self.assertEqual(store.conversations()[0]["lastMessage"], last)
        # The gateway then tells nothing new.
        gone = {"conversationID": BOB, "change": 1, "msgId": "10002", "seq": 2}
        self.device.gateway.socket.event("message.gone", gone)
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [1, 3])

    async def test_that_is_so_by_the_gateways_clock_also_without_a_connection(self):
        for ahead in (HOUR, -HOUR):
            with self.subTest(ahead=ahead):
                await self.opened(ahead=ahead)
                self.device.gateway.is_answering = False
                self.device.gateway.socket.drop()
                await self.device.advance(MINUTE - 0.01)
                self.assertNotEqual(self.device.client.state, "open")
                self.assertEqual(self.device.seqs(), [1, 2, 3])
                await self.device.advance(0.02)
                self.assertEqual(self.device.seqs(), [1, 3])

    async def test_a_live_message_that_came_late_is_not_shown(self):
        await self.opened()
        now = int(self.device.clock() * 1000)
        self.device.gateway.socket.event("message.new", message(BOB, 4, expireAt=now))
        await self.loop.settle()
        self.assertEqual(self.device.seqs(), [1, 2, 3])

    async def test_after_a_sleep_through_the_end_it_is_not_shown_whenever_the_timer_comes(self):
        store = await self.opened()
        self.device.wall += 2 * MINUTE
        self.assertEqual((self.device.seqs(), store.conversation(BOB)["lastMessage"]["isExpired"]), ([1, 3], True))

    async def test_ends_that_are_far_away_are_waited_for_and_those_of_new_messages(self):
        await self.opened(after=60 * 24 * HOUR)
        end = int((self.device.clock() + 2 * HOUR) * 1000)
        self.device.gateway.socket.event("message.new", message(BOB, 4, expireAt=end))
        await self.loop.settle()
        await self.device.advance(2 * HOUR + 0.01)
        self.assertEqual(self.device.seqs(), [1, 2, 3])
        await self.device.client.close()
        await self.device.advance(60 * 24 * HOUR)
        self.assertEqual(self.device.seqs(), [1, 3])

    async def test_one_that_a_wrong_clock_has_hidden_is_there_again_when_the_gateway_has_told_the_time(self):
        store, changed = await self.opened(), []
        # The device's clock is set an hour ahead, and the gateway's is not.
        self.device.wall += HOUR
        self.assertEqual(self.device.seqs(), [1, 3])
        self.device.gateway.login = lambda _: {"serverTime": int((self.device.clock() - HOUR) * 1000)}
        store.on("change", lambda change: changed.extend(change.conversations))
        self.device.gateway.socket.drop()
        await self.device.advance(2)
        self.assertIn(BOB, changed)
        self.assertEqual(self.device.seqs(), [1, 2, 3])

    async def test_one_that_was_deleted_on_another_device_is_gone_also_from_a_page_that_was_read_before(self):
        store = await self.opened(keeps=False)
        gateway = self.device.gateway
        store.trim(BOB, 1)
        deleted = {"conversationID": BOB, "msgIds": ["10001"]}
        older = page(message(BOB, 2), message(BOB, 1))
        gateway.answers["message.history"] = lambda _: (
            gateway.socket.event("message.deleted", deleted, stream="user", seq=1) or older)
        await store.older(BOB)
        self.assertEqual(self.device.seqs(), [2, 3])


class DraftTest(StoreCase):
    async def opened(self):
        self.device = Device(self.loop)
        return await self.device.open()

    async def test_a_draft_is_in_the_view_and_a_change_tells_of_it(self):
        store, changed, mine = await self.opened(), [], dict(DRAFT)
        store.on("change", lambda change: changed.extend(change.conversations))
        store.keep_draft(BOB, mine)
        mine["text"] = "changed"
        await self.loop.settle()
        self.assertEqual((store.draft(BOB), store.view(BOB).draft, store.draft("c2c_eve")), (DRAFT, DRAFT, None))
        self.assertEqual(changed, [BOB])

    async def test_a_draft_that_says_nothing_is_none_and_one_that_is_no_json_fails(self):
        store = await self.opened()
        for empty in (None, "", {}, {"text": ""}, {"text": "", "mentions": []}):
            store.keep_draft(BOB, DRAFT)
            store.keep_draft(BOB, empty)
            await self.loop.settle()
            self.assertEqual((store.draft(BOB), await self.device.rows("draft")), (None, []))
        store.keep_draft(BOB, {"text": "", "replyTo": "17"})
        with self.assertRaises(TypeError):
            store.keep_draft(BOB, {"text": {1}})
        self.assertEqual(store.draft(BOB), {"text": "", "replyTo": "17"})

    async def test_what_was_written_since_is_newer_than_what_an_earlier_run_has_left(self):
        store = await self.opened()
        store.keep_draft(BOB, DRAFT)
        store.keep_draft("c2c_eve", "to Eve")
        await self.device.close()
        store = Store(Client("ws://gateway", "alice", lambda _: "token", device="d", storage=self.device.storage))
        store.keep_draft("c2c_eve")
        await store.ready()
        self.assertEqual((store.draft(BOB), store.draft("c2c_eve")), (DRAFT, None))

    async def test_a_draft_that_cannot_be_kept_is_there_while_the_program_runs_and_unsaved_tells_it(self):
        class Full(MemoryStorage):
            async def write(self, changes):
                raise OSError("no room")

        self.device = Device(self.loop, storage=Full())
        store = await self.device.open()
        store.keep_draft(BOB, DRAFT)
        await self.loop.settle()
        self.assertEqual((store.draft(BOB), self.device.unsaved), (DRAFT, ["no room"]))


if __name__ == "__main__":
    unittest.main()

"""Conversations on the device: the rules of a store that survives its program."""

import asyncio
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Client, Device  # noqa: E402
from world import BOB, EVE, DeviceCase, up_to  # noqa: E402

CAROL = "c2c_carol"


class DeviceTest(DeviceCase):
    async def test_a_run_without_a_connection_shows_list_counts_messages_draft_and_what_is_unsent(self):
        world, device = await self.with_messages(3)
        world.write(CAROL)
        device.store.keep_draft(BOB, {"text": "I wanted"})
        store = await device.reopen(is_offline=True)
        device.client.send(BOB, "later")
        await store.open(BOB)
        view = store.view(BOB)
        self.assert_list((BOB, 3), (CAROL, 1))
        self.assertEqual((store.total_unread, store.is_listed, view.is_loaded, view.is_complete), (4, True, True, True))
        self.assertEqual((device.seqs(), view.draft), ([1, 2, 3], {"text": "I wanted"}))
        self.assertEqual([entry["body"]["text"] for entry in view.unsent], ["later"])
        self.assertEqual(device.client.state, "connecting")
        store = await device.reopen(is_offline=True)
        self.assertEqual([entry["body"]["text"] for entry in store.view(BOB).unsent], ["later"])

    async def test_a_run_that_comes_back_reads_what_was_missed_alone_and_tells_the_list(self):
        world, device = await self.with_messages(3)
        await device.written()
        await device.close()
        world.write(BOB)
        world.write(EVE)
        store = await device.open()
        await store.open(BOB)
        self.assertEqual((device.seqs(), len(store.conversations()), store.total_unread), ([1, 2, 3, 4], 2, 5))
        await store.open(EVE)
        self.assertEqual(device.seqs(EVE), [1])
        self.assertEqual([device.gateway.asked(op) for op in ("conversation.list", "message.history")], [[], []])
        self.assertEqual([len(data["conversations"]) for data in device.of("sync.list")], [2])
        self.assertEqual([one["seq"] for one in device.of("message.new")], [4, 1])

    async def test_a_position_and_the_rows_that_it_stands_for_are_one_write(self):
        world, device = await self.with_messages(1)
        await device.written()
        writes, write = [], device.storage.write

        async def note(changes):
            writes.append(list(changes))
            await write(changes)

        device.storage.write = note
        for _ in range(20):
            world.write(BOB)
        world.write(EVE)
        await device.written()
        [changes] = writes
        keys = {space: sorted(key for one, key, _ in changes if one == space) for space, _, _ in changes}
        self.assertEqual(len(keys["message"]), 21)
        self.assertEqual([keys[space] for space in ("position", "conversation", "range")], [[BOB, EVE]] * 3)
        [row] = [value for space, key, value in changes if (space, key) == ("position", BOB)]
        self.assertEqual(row["place"]["seq"], 21)

    async def test_one_write_is_under_way_at_a_time_and_the_next_one_has_all_that_came_meanwhile(self):
        world, device = await self.with_messages(1)
        await device.written()
        write, under_way, most = device.storage.write, 0, 0

        async def slowly(changes):
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(1)
            await write(changes)
            under_way -= 1

        device.storage.write = slowly
        for _ in range(10):
            world.write(BOB)
            await device.advance(0.15)
        await device.advance(5)
        [place] = await device.rows("position")
        self.assertEqual((most, len(await device.rows("message")), place["place"]["seq"]), (1, 11, 11))

    def slow(self, *spaces):
        """From now on the storage takes its time to read."""
        ranges = self.device.storage.range

        async def range(space, *bounds):
            rows = await ranges(space, *bounds)
            if space in spaces:
                await asyncio.sleep(1)
            return rows

        self.device.storage.range = range

    async def test_what_is_told_while_a_write_finds_out_its_rows_is_in_the_next_one(self):
        world, device = await self.with_messages(1)
        await device.written()
        writes, write = [], device.storage.write

        async def note(changes):
            writes.append({(space, key): value for space, key, value in changes})
            await write(changes)

        device.storage.write = note
        self.slow("end")
        for _ in range(2):
            world.write(BOB)
            await device.advance(0.5)
        await device.advance(5)
        told = [changes["position", BOB]["place"]["seq"] for changes in writes]
        rows = [max(value["seq"] for (space, _), value in changes.items() if space == "message") for changes in writes]
        self.assertEqual((told, rows), ([2, 3], [2, 3]))

    async def test_what_is_told_while_the_device_is_read_is_in_what_is_shown(self):
        world, device = await self.with_messages(3)
        store = await device.reopen()
        self.slow("message")
        opening = self.loop.create_task(store.open(BOB))
        await device.advance(0.5)
        one, two, _ = world.messages_of(BOB)
        world.change(BOB, one["msgId"], body={}, recalled={"by": "bob"})
        world.delete(BOB, two["msgId"])
        await device.advance(30)
        await opening
        self.assertEqual([(one["seq"], one["body"] == {}) for one in store.view(BOB).messages], [(1, True), (3, False)])

    async def test_what_is_not_open_is_kept_too_and_a_place_that_nobody_was_given_is_no_gap(self):
        world, device = await self.with_messages(1)
        world.write(EVE)
        world.pass_over(EVE)
        world.write(EVE)
        store = await device.reopen(is_offline=True)
        await store.open(EVE)
        self.assertEqual((device.seqs(EVE), store.view(EVE).is_complete), ([1, 3], True))

    async def test_an_own_message_that_an_earlier_run_has_sent_makes_no_hole_before_what_is_new(self):
        _, device = await self.with_messages(0)
        device.client.send(BOB, "lost reply")
        await self.loop.settle()
        [own] = self.world.stored
        await device.client.close()
        # The storage knows of the message alone, and bob has written meanwhile.
        kept = {"type": 0, "body": own["body"], "conversationID": BOB, "clientMsgId": own["clientMsgId"]}
        self.world.write(BOB)
        self.world.forsake(device.gateway)
        device = self.device = Device(self.loop, self.world)
        await device.storage.write([("outbox", own["clientMsgId"], kept)])
        await device.open()
        self.assertEqual([one["seq"] for one in device.of("message.sent")], [1])
        self.world.write(BOB)
        store = await device.reopen()
        await store.open(BOB)
        await self.loop.settle()
        self.assertEqual(device.seqs(), [1, 2, 3])

    async def missed(self, count, **options):
        """Bob has written meanwhile."""
        await self.device.written()
        await self.device.close()
        for _ in range(count):
            self.world.write(BOB)
        return await self.device.open(**options)

    async def test_a_long_gap_leaves_what_is_older_where_it_is_and_scrolling_fills_it_first(self):
        _, device = await self.with_messages(100, gap_limit=50)
        store = await self.missed(200)
        self.assertEqual(device.of("sync.gap"), [{"conversationID": BOB, "from": 101, "to": 300}])
        self.assertEqual(device.gateway.asked("message.history"), [])
        await store.open(BOB)
        await self.loop.settle()
        self.assertEqual(device.seqs(), up_to(300, 251))
        store = await device.reopen()
        await store.open(BOB)
        self.assertEqual((device.seqs(), device.gateway.asked("message.history")), (up_to(300, 251), []))
        for low in (201, 151, 101):
            await store.older(BOB)
            self.assertEqual(device.seqs(), up_to(300, low))
        # The gap is filled: what is older is here.
        await store.older(BOB)
        self.assertEqual(device.seqs(), up_to(300, 51))
        self.assertEqual([page["cursor"] for page in device.gateway.asked("message.history")], [251, 201, 151])

    async def test_a_gap_that_was_not_looked_at_is_shown_by_what_is_older_until_the_gateway_answers(self):
        world, device = await self.with_messages(100, gap_limit=50)
        await self.missed(200)
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.view(BOB).is_loaded), (up_to(100, 51), False))
        device.gateway.is_answering = True
        world.write(BOB)
        await device.advance(90)
        self.assertEqual((device.seqs(), store.view(BOB).is_loaded), (up_to(301, 252), True))

    async def test_after_a_reset_messages_stay_unconfirmed_until_a_page_has_them_and_go_if_it_has_not(self):
        world, device = await self.with_messages(60)
        await device.store.older(BOB)
        await device.written()
        await device.close()
        world.delete(BOB, *(one["msgId"] for one in world.messages_of(BOB) if one["seq"] in (58, 5)))
        world.user_known_from = len(world.events)
        await device.open()
        self.assertTrue(device.gateway.asked("conversation.list"))
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.view(BOB).is_loaded), (up_to(60, 11), False))
        store = await device.reopen()
        await store.open(BOB)
        await self.loop.settle()
        confirmed = [seq for seq in up_to(60, 10) if seq != 58]
        self.assertEqual(device.seqs(), confirmed)
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.view(BOB).is_loaded), (confirmed, True))
        self.assertIn(5, [one["seq"] for one in await device.rows("message")])
        store = await device.reopen()
        await store.open(BOB)
        await store.older(BOB)
        self.assertEqual(device.seqs(), [seq for seq in up_to(60) if seq not in (58, 5)])
        await device.written()
        self.assertNotIn(5, [one["seq"] for one in await device.rows("message")])

    async def test_after_a_step_back_to_an_older_store_of_the_gateway_the_list_is_read_again(self):
        world, device = await self.with_messages(5)
        await device.written()
        await device.close()
        own = world.conversations[BOB]
        own.messages, own.seq, own.unread = own.messages[:3], 3, 3
        beyond = {BOB: {"verdict": "reset", "seq": 3, "from": 1, "why": "beyond"}}
        login = world._login
        world._login = lambda resume, gateway: (
            lambda reply: {**reply, "resume": {**reply["resume"], "conversations": beyond}})(login(resume, gateway))
        world._greet = lambda resume, gateway: None
        store = await device.open()
        self.assertEqual(store.conversation(BOB)["lastMessage"]["seq"], 3)
        await store.open(BOB)
        self.assertEqual(device.seqs(), [1, 2, 3])

    async def test_a_change_replaces_a_message_that_is_not_open_and_own_reactions_stay(self):
        world, device = await self.with_messages(3)
        one, two, _ = world.messages_of(BOB)
        world.change(BOB, one["msgId"], reactions=[{"reaction": "+", "count": 1, "mine": True}])
        await device.reopen()
        world.change(BOB, one["msgId"], reactions=[{"reaction": "+", "count": 2}])
        world.change(BOB, two["msgId"], body={}, recalled={"by": "bob"})
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        first, second, _ = store.view(BOB).messages
        self.assertEqual(first["reactions"], [{"reaction": "+", "count": 2, "mine": True}])
        self.assertEqual((second["body"], second["recalled"]), ({}, {"by": "bob"}))
        self.assertNotIn(two["body"]["text"], json.dumps(await device.rows("message")))

    async def test_messages_that_are_deleted_or_gone_leave_the_device(self):
        world, device = await self.with_messages(4)
        one, two, three, _ = world.messages_of(BOB)
        await device.reopen()
        world.delete(BOB, one["msgId"], three["msgId"])
        world.expire(BOB, two["msgId"])
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), len(await device.rows("message"))), ([4], 1))

    async def test_a_conversation_that_is_deleted_goes_and_begins_anew_with_its_next_message(self):
        world, device = await self.with_messages(3)
        device.store.keep_draft(BOB, "still")
        world.delete_conversation(BOB)
        await device.written()
        self.assertEqual([await device.rows(space) for space in ("message", "range", "conversation")], [[], [], []])
        world.write(BOB)
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.draft(BOB)), ([4], "still"))

    async def test_a_conversation_that_has_left_the_list_silently_stays_unpinned_until_a_reset(self):
        world, device = await self.with_messages(1)
        world.write(EVE)
        world.pin(EVE, True)
        world.conversations[EVE].is_listed = False
        device.gateway.socket.event("conversation.syncFinish", {"isComplete": False})
        await self.loop.settle()
        listed = [(one["conversationID"], one["isPinned"]) for one in device.store.conversations()]
        self.assertEqual(listed, [(BOB, False), (EVE, False)])
        await device.written()
        await device.close()
        world.pin(BOB, True)
        world.user_known_from = len(world.events)
        store = await device.open(is_offline=True)
        await store.open(EVE)
        self.assertEqual(device.seqs(EVE), [1])
        device.gateway.is_answering = True
        await device.advance(90)
        self.assertEqual([one["conversationID"] for one in store.conversations()], [BOB])
        self.assertEqual(device.seqs(EVE), [])
        await device.written()
        self.assertEqual(len(await device.rows("conversation")), 1)

    async def test_a_message_ends_by_the_gateways_clock_which_does_not_go_back_when_the_devices_does(self):
        world, device = await self.with_messages(1)
        end = world.now() + 3_600_000
        world.write(BOB, expireAt=end)
        await device.advance(3000)
        await device.reopen()
        await device.written()
        await device.close()
        # The user sets the clock a day back: the gateway's was 50 minutes later already, and goes on from there.
        device.wall -= 86_400
        store = await device.open(is_offline=True)
        await store.open(BOB)
        self.assertEqual(device.seqs(), [1, 2])
        # A clock that was set ahead hides it, and removes nothing.
        device.wall += 2 * 86_400
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        await device.written()
        self.assertEqual((device.seqs(), len(await device.rows("message"))), ([1], 2))
        await device.close()
        device.wall -= 86_400
        store = await device.open()
        await store.open(BOB)
        self.assertEqual(device.seqs(), [1, 2])
        await device.advance(700)
        self.assertEqual(device.seqs(), [1])
        world.write(EVE)
        await device.written()
        self.assertEqual([one["seq"] for one in await device.rows("message") if one["conversationID"] == BOB], [1])

    async def test_signing_out_leaves_nothing_on_the_device_and_nothing_comes_back(self):
        world, device = await self.with_messages(3)
        device.store.keep_draft(BOB, "mine")
        await device.client.sign_out()
        world.write(BOB)
        device.store.keep_draft(BOB, "again")
        await device.written()
        self.assertEqual((device.store.draft(BOB), device.storage._spaces), (None, {}))

    async def test_an_ended_session_and_a_kick_leave_all_of_it(self):
        _, device = await self.with_messages(3)
        await device.written()
        device.gateway.socket.drop(4300)
        await self.loop.settle()
        self.assertEqual(device.client.state, "ended")
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual(device.seqs(), [1, 2, 3])

    async def test_what_positions_have_passed_without_a_store_is_read_again(self):
        world, device = await self.with_messages(3)
        await device.written()
        await device.close()
        # A program without a store goes on in the same storage.
        gateway = device.gateway
        world.serve(gateway)
        client = Client(
            "ws://gateway", "alice", lambda _: "token", device="d1", storage=device.storage, keeps_positions=True,
            clock=device.clock, connect=gateway.connect)
        client.connect()
        await self.loop.settle()
        world.write(BOB)
        await device.written()
        await client.close()
        world.forsake(gateway)
        store = await device.open()
        await store.open(BOB)
        self.assertEqual((device.seqs(), len(device.gateway.asked("conversation.list"))), ([1, 2, 3, 4], 1))


if __name__ == "__main__":
    unittest.main()

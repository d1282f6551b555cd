"""How much of conversations the device keeps."""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device  # noqa: E402
from world import BOB, EVE, DeviceCase, World, up_to  # noqa: E402


class BoundsTest(DeviceCase):
    async def test_of_a_conversation_that_is_not_open_the_newest_are_kept_and_the_rest_is_read_again(self):
        world, device = await self.with_messages(1)
        for _ in range(620):
            world.write(EVE)
        await device.written()
        kept = [one["seq"] for one in await device.rows("message") if one["conversationID"] == EVE]
        self.assertTrue(400 <= len(kept) <= 500, len(kept))
        self.assertEqual(kept, up_to(620, 621 - len(kept))[::-1])
        store = await device.reopen()
        await store.open(EVE)
        while not store.view(EVE).is_complete:
            await store.older(EVE, 100)
        self.assertEqual(device.seqs(EVE), up_to(620))
        self.assertEqual(device.gateway.asked("message.history")[0]["cursor"], 621 - len(kept))

    async def test_where_there_are_too_many_the_conversation_that_was_not_looked_at_for_longest_gives_way(self):
        world, device = await self.with_messages(1)
        names = [f"c2c_user{number}" for number in range(45)]
        for name in names:
            for _ in range(480):
                world.write(name)
        await device.store.open(BOB)
        await device.written()
        rows = await device.rows("message")
        self.assertTrue(19_000 < len(rows) <= 20_000, len(rows))
        counts = {}
        for one in rows:
            counts[one["conversationID"]] = counts.get(one["conversationID"], 0) + 1
        self.assertEqual({id: shelf["count"] for id, shelf in await device.storage.range("range")}, counts)
        self.assertIn(BOB, counts)
        shortened = next(name for name in names if counts[name] < 480)
        store = await device.reopen(is_offline=True)
        await store.open(shortened, 480)
        self.assertEqual((device.seqs(shortened), store.view(shortened).is_complete), (up_to(480, 431), False))

    async def test_messages_of_many_bytes_give_way_sooner(self):
        world = World()
        device = Device(self.loop, world)
        await device.open()
        for _ in range(70):
            world.write(EVE, body={"text": "x" * 2**20})
        world.write(BOB)
        await device.written()
        rows = await device.rows("message")
        self.assertIn(BOB, [one["conversationID"] for one in rows])
        self.assertTrue(len(rows) > 10 and len(json.dumps(rows)) <= 64 * 2**20, len(rows))

    async def test_a_conversation_that_is_deleted_and_written_to_before_the_next_write_counts_its_new_messages_alone(self):
        world, device = await self.with_messages(3)
        await device.written()
        world.delete_conversation(BOB)
        world.write(BOB)
        await device.written()
        [shelf] = await device.rows("range")
        self.assertEqual((len(await device.rows("message")), shelf["count"], shelf["bytes"] > 0), (1, 1, True))


if __name__ == "__main__":
    unittest.main()

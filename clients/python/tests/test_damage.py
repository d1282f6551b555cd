"""A device whose disk is full, damaged, or of another release."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, MartletError, MemoryStorage  # noqa: E402
from world import BOB, DeviceCase, World, up_to  # noqa: E402


class DamageTest(DeviceCase):
    async def with_unsent(self):
        _, device = await self.with_messages(3)
        device.store.keep_draft(BOB, "mine")
        device.gateway.is_answering = False
        device.client.send(BOB, "unsent")
        await device.written()
        return device

    async def assert_saved(self, device, store):
        await store.open(BOB)
        await self.loop.settle()
        self.assertEqual((store.draft(BOB), device.seqs()), ("mine", [1, 2, 3, 4]))
        self.assertEqual([data["body"]["text"] for data in device.gateway.asked("message.send")], ["unsent"])

    async def test_a_store_of_a_later_release_is_read_anew_but_for_the_outbox_and_the_drafts(self):
        device = await self.with_unsent()
        await device.close()
        await device.storage.write([("meta", "schema", 99)])
        store = await device.open()
        await self.assert_saved(device, store)
        self.assertIn("later release: 99", device.lost[0])
        self.assertEqual(len(device.gateway.asked("conversation.list")), 1)

    async def test_damage_that_is_found_while_the_client_runs_costs_what_was_read_alone(self):
        device = await self.with_unsent()
        ranges = device.storage.range

        async def damaged(space, *bounds):
            if space == "message":
                raise MartletError("damaged", "a page is torn")
            return await ranges(space, *bounds)

        await device.close()
        device.storage.range = damaged
        store = await device.open()
        await store.open(BOB)
        self.assertEqual((device.lost, device.unsaved), (["a page is torn"], []))
        device.storage.range = ranges
        await self.assert_saved(device, store)
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.view(BOB).is_loaded), ([1, 2, 3, 4], True))
        self.assert_list((BOB, 3))

    async def test_a_full_disk_leaves_the_store_in_memory_and_has_everything_when_there_is_room_again(self):
        world, device = await self.with_messages(3)
        await device.written()
        write = device.storage.write

        async def fail(_):
            raise OSError("no room")

        device.storage.write = fail
        for _ in range(3):
            world.write(BOB)
            await device.written()
        self.assertEqual((device.seqs(), set(device.unsaved)), (up_to(6), {"no room"}))
        self.assertEqual((await device.rows("position"))[0]["place"]["listed"], 3)
        device.storage.write = write
        world.write(BOB)
        store = await device.reopen(is_offline=True)
        await store.open(BOB)
        self.assertEqual(device.seqs(), up_to(7))

    async def test_a_storage_that_cannot_be_read_leaves_the_store_in_memory(self):
        class Denied(MemoryStorage):
            async def range(self, *_):
                raise OSError("denied")

            write = range

        world = World()
        world.write(BOB)
        device = Device(self.loop, world, Denied())
        store = await device.open()
        await store.open(BOB)
        self.assertEqual((device.seqs(), store.is_listed, set(device.unsaved)), ([1], True, {"denied"}))


if __name__ == "__main__":
    unittest.main()

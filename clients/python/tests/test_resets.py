"""The store after each kind of reset."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, StoreCase  # noqa: E402
from world import World  # noqa: E402

BOB = "c2c_bob"


class ResetTest(StoreCase):
    async def test_a_reset_of_a_groups_events_leaves_the_messages_that_have_its_name(self):
        world = World()
        device = Device(self.loop, world)
        for _ in range(3):
            world.write("group_1")
        store = await device.open()
        await store.open("group_1")
        await device.written()
        resets, before = [], len(device.gateway.asked("message.history"))
        device.client.on("sync.reset", resets.append)
        kept = {"verdict": "reset", "seq": 5, "from": 6, "why": "kept"}
        device.client._sync._resume_groups({"1": kept}, {"1": 5})
        await device.written()
        self.assertEqual(resets, [{"stream": "group_1", "isGone": False, "why": "kept", "isOfEvents": True}])
        self.assertEqual((device.seqs("group_1"), len(device.gateway.asked("message.history")) - before), ([1, 2, 3], 0))
        device.client._sync._resume_groups({"1": {**kept, "why": "deleted"}}, {"1": 5})
        await device.written()
        # The user was out of the group: what is still there is read again.
        self.assertEqual((device.seqs("group_1"), len(device.gateway.asked("message.history")) - before), ([1, 2, 3], 1))

    async def test_messages_that_are_the_users_no_longer_go_at_once(self):
        world = World()
        device = Device(self.loop, world)
        world.write(BOB)
        store = await device.open()
        await store.open(BOB)
        await device.written()
        device.gateway.is_answering = False
        device.client._sync._resume_conversation(BOB, {"verdict": "reset", "seq": 1, "from": 2, "why": "deleted"})
        await device.written()
        self.assertEqual((device.seqs(), await device.rows("message")), ([], []))


if __name__ == "__main__":
    unittest.main()

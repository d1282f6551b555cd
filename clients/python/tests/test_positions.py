"""What a device has of each stream, and a program that goes on where the last run ended."""

import asyncio
import os
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import Client, FileStorage, MartletError, MemoryStorage  # noqa: E402
from martlet.sync import Sync  # noqa: E402

COUNT = 250
RECOVERED = {"verdict": "recovered", "seq": 3}
DELETED = {"event": "conversation.deleted", "data": {"conversationIDs": ["c2c_2"]}, "stream": "user", "seq": 4}


async def settle(turns=60):
    for _ in range(turns):
        await asyncio.sleep(0)


def message(conversation, seq):
    return {"conversationID": conversation, "seq": seq, "from": "bob", "clientMsgId": f"{conversation}-{seq}", "msgId": str(seq)}


def login_reply(groups=None, resume=None):
    more = {} if resume is None else {"resume": {"user": RECOVERED, "groups": {}, "conversations": {}, **resume}}
    return {"stream": {"seq": 3}, "groups": groups or {}, "limits": {}, "serverTime": 0, **more}


class SyncTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.told, self.resets, self.change = [], [], 0
        self.ends = {f"c2c_{number}": 1 for number in range(COUNT)}
        self.sync = Sync("alice", self.request, self.tell, 1000)

    def tell(self, name, data):
        if name == "message.new":
            self.told.append((data["conversationID"], data["seq"]))
        elif name == "message.gone":
            self.told.append(data)
        elif name == "message.changed":
            self.told.append(("changed", data["conversationID"], data["change"]))
        elif name == "sync.reset":
            self.resets.append(data["stream"])

    async def request(self, op, data):
        await asyncio.sleep(0)
        if op == "conversation.list":
            conversations = [{"conversationID": id, "seq": seq, "change": self.change} for id, seq in self.ends.items()]
            return {"conversations": conversations, "nextSeq": 0, "isFinished": True}
        if op == "message.changes":
            changes = [{"change": place, "message": {"msgId": "1"}} for place in range(data["after"] + 1, self.change + 1)]
            return {"changes": changes, "change": self.change, "isFinished": True}
        id = data["conversationID"]
        messages = [message(id, seq) for seq in range(data["cursor"] + 1, self.ends[id] + 1)]
        return {"messages": messages, "cursor": 0, "isFinished": True}

    async def test_a_live_message_does_not_hide_those_missed_of_a_conversation_that_the_resume_did_not_name(self):
        self.sync.login(login_reply())
        await settle()
        self.assertNotIn("c2c_0", self.sync.named()["conversations"])
        self.ends["c2c_0"] = 4
        self.sync.login(login_reply(resume={}))
        self.sync.event({"event": "message.new", "data": message("c2c_0", 4)})
        await settle()
        self.assertEqual(self.told, [("c2c_0", 2), ("c2c_0", 3), ("c2c_0", 4)])

    async def test_a_live_change_does_not_hide_those_missed_of_such_a_conversation(self):
        self.sync.login(login_reply())
        await settle()
        self.change = 2
        self.sync.login(login_reply(resume={}))
        change = {"conversationID": "c2c_0", "change": 2, "message": {"msgId": "1"}}
        self.sync.event({"event": "message.changed", "data": change})
        await settle()
        self.assertEqual([one for one in self.told if one[1] == "c2c_0"], [("changed", "c2c_0", 1), ("changed", "c2c_0", 2)])

    async def test_a_group_that_the_resume_did_not_name_is_reset_if_it_has_gone_on(self):
        self.sync.login(login_reply(groups={"1": 5, "2": 7}))
        self.sync.login(login_reply(groups={"1": 6, "2": 7, "3": 1}, resume={}))
        await settle()
        self.assertEqual((self.resets, self.sync.positions.groups), (["group_1"], {"1": 6, "2": 7, "3": 1}))

    async def test_a_message_that_is_gone_is_told_with_its_place(self):
        self.sync.login(login_reply())
        await settle()
        gone = {"conversationID": "c2c_0", "change": 1, "msgId": "m", "seq": 9}
        self.sync.event({"event": "message.gone", "data": gone})
        self.assertEqual(self.told, [gone])


class RestartTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "bot")

    async def client(self, storage=None, **options):
        client = Client(
            "ws://127.0.0.1:9", "alice", lambda _: "token", device="d", storage=storage or FileStorage(self.path),
            keeps_positions=True, **options)  # fmt: skip
        client._sync.request = self.request
        await client.connect()
        return client

    async def request(self, op, data):
        conversations = [{"conversationID": f"c2c_{number}", "seq": 2} for number in range(COUNT)]
        return {"conversations": conversations, "nextSeq": 0, "isFinished": True}

    async def first_run(self):
        client = await self.client()
        client._login(login_reply(groups={str(number): 1 for number in range(1100)}))
        await settle()
        for number in range(5):
            client._sync.event({"event": "message.new", "data": message(f"c2c_{number}", 3)})
        client.send("c2c_bob", "unsent")
        await client.close()
        return client._sync.positions

    async def test_the_next_run_has_all_positions_and_names_the_last_hundred(self):
        before = vars(await self.first_run())
        client = await self.client()
        self.assertEqual(vars(client._sync.positions), before)
        self.assertEqual(len(client._sync.positions.listed), COUNT)
        named = client._sync.named()
        self.assertEqual((len(named["conversations"]), len(named["groups"])), (100, 1000))
        self.assertEqual((named["user"], named["conversations"]["c2c_4"]), (3, 3))
        await client.close()

    async def test_positions_are_no_message_of_the_outbox(self):
        await self.first_run()
        client = await self.client()
        self.assertEqual([one["body"]["text"] for one in client.outbox.entries.values()], ["unsent"])
        await client.close()

    @unittest.mock.patch("martlet.kept.PAUSE", 0.5)
    async def test_they_are_written_soon_and_once_for_a_swarm(self):
        written = []

        class Storage(MemoryStorage):
            async def write(self, changes):
                written.append({key: value for space, key, value in changes if space == "position"})

        client = await self.client(Storage())
        client._login(login_reply())
        await settle()
        for seq in range(3, 53):
            client._sync.event({"event": "message.new", "data": message("c2c_0", seq)})
        while not written:
            await asyncio.sleep(0.05)
        [places] = written
        expected = {"seq": 52, "listed": 2, "change": 0}
        self.assertEqual((len(places), places["c2c_0"]["place"]), (COUNT, expected))
        client._sync.event({"event": "message.new", "data": message("c2c_1", 3)})
        client._sync.event(DELETED)
        await client.close()
        place = {"seq": 3, "listed": 2, "change": 0}
        self.assertEqual(written[1:], [{"c2c_1": {"turn": COUNT + 1, "place": place}, "c2c_2": None}])

    async def test_what_could_not_be_written_is_written_with_the_next_change(self):
        client, unsaved = await self.client(MemoryStorage()), []
        storage = client._storage

        async def fail(_):
            raise OSError("no room")

        write, storage.write = storage.write, fail
        client.on("unsaved", unsaved.append)
        client._login(login_reply())
        await settle()
        client._sync.event(DELETED)
        await client._kept.flush()
        storage.write = write
        client._sync.event({"event": "message.new", "data": message("c2c_1", 3)})
        await client.close()
        self.assertEqual({str(error) for error in unsaved}, {"no room"})
        self.assertEqual(len(await storage.range("position")), COUNT - 1)

    async def test_positions_that_cannot_be_read_are_told_and_there_is_no_connection_until_they_can(self):
        class Storage(MemoryStorage):
            is_failing = True

            async def range(self, *bounds):
                if self.is_failing:
                    raise OSError("no such disk")
                return await super().range(*bounds)

        storage, states = Storage(), []
        client = Client(
            "ws://127.0.0.1:9", "alice", lambda _: "token", device="d", storage=storage, keeps_positions=True)
        client.on("state", lambda state: states.append((state["name"], str(state["reason"]))))
        with self.assertRaisesRegex(OSError, "no such disk"):
            await client.connect()
        await settle()
        self.assertEqual(states, [("connecting", "None"), ("stopped", "no such disk")])
        storage.is_failing = False
        await client.connect()
        self.assertEqual(client.state, "connecting")
        await client.close()

    async def test_a_damaged_file_ends_the_client_before_its_first_connection_and_stays_as_it_is(self):
        with open(self.path, "wb") as file:
            file.write(b"\0" * 100)
        client = Client(
            "ws://127.0.0.1:9", "alice", lambda _: "token", device="d", keeps_positions=True,
            storage=FileStorage(self.path))
        with self.assertRaises(MartletError) as failed:
            await client.connect()
        await settle()
        self.assertEqual((failed.exception.name, client.state), ("damaged", "stopped"))
        await client.close()
        self.assertEqual(os.path.getsize(self.path), 100)

    async def test_signing_out_forgets_them_and_what_is_unsent(self):
        client = await self.client()
        client._login(login_reply())
        await settle()
        sent = client.send("c2c_bob", "unsent")
        await client.sign_out()
        self.assertEqual((sent.exception().name, os.listdir(os.path.dirname(self.path))), ("discarded", []))
        client = await self.client()
        self.assertEqual((client.outbox.entries, client._sync.positions.user), ({}, None))
        await client.close()

    async def test_a_storage_that_does_not_work_is_told(self):
        class Storage(MemoryStorage):
            async def write(self, changes):
                raise OSError("full")

        client, unsaved = await self.client(Storage()), []
        client.on("unsaved", unsaved.append)
        client._login(login_reply())
        await client._kept.flush()
        self.assertEqual(str(unsaved[0]), "full")
        await client.close()

    async def test_without_the_option_nothing_is_kept(self):
        client = Client("ws://127.0.0.1:9", "alice", lambda _: "token", device="d", storage=FileStorage(self.path))
        client._sync.request = self.request
        await client.connect()
        client._login(login_reply())
        await settle()
        await client.close()
        storage = FileStorage(self.path)
        self.assertEqual(await storage.range("meta"), [])
        await storage.close()


class TimeoutTest(unittest.IsolatedAsyncioTestCase):
    async def test_each_call_ends_without_a_connection(self):
        client = Client("ws://127.0.0.1:9", "alice", lambda _: "token", device="d")
        client.connect()
        for asking in (client.history("c2c_bob", timeout=0.01), client.mark_read("c2c_bob", timeout=0.01),
                       client.recall("c2c_bob", "1", timeout=0.01), client.request("x", timeout=0.01)):  # fmt: skip
            with self.assertRaises(MartletError) as failed:
                await asking
            self.assertEqual(failed.exception.name, "timeout")
        await client.close()


if __name__ == "__main__":
    unittest.main()

"""A client that runs for months keeps nothing of what is done."""

import asyncio
import json
import os
import sys
import unittest

import websockets

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import Client, MartletError, MemoryStorage  # noqa: E402
from martlet.outbox import Outbox  # noqa: E402
from martlet.requests import Requests  # noqa: E402


async def settle(turns=200):
    for _ in range(turns):
        await asyncio.sleep(0)


class OutboxTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.problem, self.sent = None, []
        self.outbox = Outbox("alice", MemoryStorage(), lambda: 1.0, self.request, lambda _: None, self.fail, self.fail)
        self.outbox.start()

    async def request(self, op, data):
        await asyncio.sleep(0)
        if self.problem:
            raise self.problem
        self.sent.append(data["body"]["n"])
        return {"msgId": "1", "conversationID": data["conversationID"], "seq": 1, "time": 1000}

    async def test_a_conversation_has_a_task_only_while_something_is_unsent(self):
        before = len(asyncio.all_tasks())
        for number in range(50):
            self.outbox.add(f"c2c_{number}", {"body": {"n": number}})
        await settle()
        self.assertEqual((len(self.sent), len(asyncio.all_tasks())), (50, before))

    async def test_what_is_written_while_the_last_one_is_under_way_goes_after_it(self):
        for number in range(30):
            self.outbox.add("c2c_bob", {"body": {"n": number}})
            await settle(number % 7)
        await settle()
        self.assertEqual(self.sent, list(range(30)))

    async def test_what_waits_for_a_connection_goes_when_there_is_one(self):
        self.problem = MartletError("connectionLost")
        self.outbox.add("c2c_bob", {"body": {"n": 1}})
        await settle()
        self.problem = None
        self.outbox.pump_all()
        await settle()
        self.assertEqual(self.sent, [1])


class RequestsTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_request_that_is_given_up_does_not_wait_for_a_connection(self):
        requests = Requests(lambda: 0.0)
        for _ in range(5):
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(requests.request("x", {}), 0.001)
        self.assertEqual(len(requests._waiting), 0)


class LinkTest(unittest.IsolatedAsyncioTestCase):
    async def serve(self, socket):
        """A gateway that says nothing by itself, but that the token ends soon."""
        async for text in socket:
            request = json.loads(text)
            self.asked.append(request["op"])
            ok = {"expiresAt": 1} if request["op"] == "session.refresh" else {}
            if request["op"] == "session.open":
                limits = {"requests": {"perSecond": 50, "burst": 100}}
                ok = {"heartbeat": {"intervalMilliseconds": 50}, "serverTime": 1000, "limits": limits, "stream": {"seq": 0}, "groups": {}}
            if request["op"] == "conversation.list":
                ok = {"conversations": [], "nextSeq": 0, "isFinished": True}
            await socket.send(json.dumps({"id": request["id"], "ok": ok}))
            if request["op"] in ("session.open", "session.refresh") and self.asked.count("session.refresh") < 2:
                await socket.send(json.dumps({"event": "session.expiring", "data": {"expiresAt": 1}}))

    async def test_probes_and_new_tokens_leave_no_tasks(self):
        self.asked = []
        async with websockets.serve(self.serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            client = Client(f"ws://127.0.0.1:{port}", "alice", lambda _: "token", device="d")
            client.connect()
            while self.asked.count("session.refresh") < 2 or self.asked.count("session.list") < 10:
                await asyncio.sleep(0.05)
            kept = client._link.tasks
            # A probe that is under way has a task, too, and there is always another probe soon.
            fewest = len(kept)
            for _ in range(100):
                await asyncio.sleep(0.005)
                fewest = min(fewest, len(kept))
            self.assertLessEqual(fewest, 2)
            self.assertEqual(client.state, "open")
            await client.close()
            self.assertEqual(len(kept), 0)

    async def test_closing_the_client_closes_its_storage(self):
        class Storage(MemoryStorage):
            is_closed = False

            async def close(self):
                self.is_closed = True

        storage = Storage()
        client = Client("ws://127.0.0.1:9", "alice", lambda _: "token", device="d", storage=storage)
        client.connect()
        await client.close()
        self.assertTrue(storage.is_closed)


if __name__ == "__main__":
    unittest.main()

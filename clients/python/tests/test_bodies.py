"""What an application gives to be sent, whatever it does with it afterwards."""

import asyncio
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import FileStorage, MartletError, MemoryStorage  # noqa: E402
from martlet.outbox import Outbox  # noqa: E402
from martlet.requests import Requests  # noqa: E402

LIMITS = {"requests": {"perSecond": 100, "burst": 100}}
ring = {}
ring["ring"] = ring
# The last two are written by `json.dumps`, and no gateway reads them.
NO_JSON = [{"a": {1, 2}}, ring, {"a": object()}, {"a": float("nan")}, {"a": "\ud800"}]


def nested(levels):
    value = 1
    for _ in range(levels):
        value = {"a": [value]} if levels % 2 else {"a": value}
    return value


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


class RequestsTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.sent, self.requests = [], Requests(lambda: 0.0)

    async def send(self, text):
        self.sent.append(json.loads(text))
        self.requests.receive({"id": self.sent[-1]["id"], "ok": {}})

    async def test_data_that_is_no_json_fails_where_it_is_asked_for_and_the_next_request_goes(self):
        self.requests.open(self.send, LIMITS)
        pump = asyncio.create_task(self.requests.pump())
        for data in NO_JSON:
            with self.subTest(data=data), self.assertRaises((TypeError, ValueError)):
                await asyncio.wait_for(self.requests.request("x", data), 1)
        with self.assertRaises(TypeError):
            await asyncio.wait_for(self.requests.request("x", {}, trace={"traceparent": b"00"}), 1)
        await asyncio.wait_for(self.requests.request("y", {}), 1)
        self.assertEqual([one["op"] for one in self.sent], ["y"])
        pump.cancel()

    async def test_what_is_nested_too_deeply_for_the_gateway_fails_where_it_is_asked_for(self):
        self.requests.open(self.send, LIMITS)
        pump = asyncio.create_task(self.requests.pump())
        # The message and its data are two levels of 32.
        await asyncio.wait_for(self.requests.request("x", nested(30) | {"data": 1}), 1)
        with self.assertRaises(ValueError):
            await asyncio.wait_for(self.requests.request("x", {"b": nested(32)}), 1)
        pump.cancel()

    async def test_what_is_larger_than_the_gateway_takes_fails_alone(self):
        self.requests.open(self.send, {**LIMITS, "messageBytes": 200})
        pump = asyncio.create_task(self.requests.pump())
        for text in ("x" * 200, "ü" * 100):
            with self.assertRaises(MartletError) as failed:
                await asyncio.wait_for(self.requests.request("x", {"text": text}), 1)
            self.assertEqual((failed.exception.system, failed.exception.name), ("client", "tooLarge"))
        await asyncio.wait_for(self.requests.request("y", {"text": "x" * 150}), 1)
        self.assertEqual([one["op"] for one in self.sent], ["y"])
        pump.cancel()

    async def test_a_request_is_sent_as_it_was_when_it_was_asked_for(self):
        data = {"list": [1]}
        asked = asyncio.create_task(self.requests.request("x", data, key="k", trace={"traceparent": "t"}))
        await settle()
        data["list"].append(2)
        self.requests.open(self.send, LIMITS)
        pump = asyncio.create_task(self.requests.pump())
        await asyncio.wait_for(asked, 1)
        self.assertEqual(self.sent, [{"id": 1, "op": "x", "key": "k", "trace": {"traceparent": "t"}, "data": {"list": [1]}}])
        pump.cancel()


class OutboxTest(unittest.IsolatedAsyncioTestCase):
    async def request(self, op, data):
        self.asked.append(data["body"])
        return {"msgId": "1", "conversationID": data["conversationID"], "seq": 1, "time": 1000}

    async def test_a_body_that_is_no_json_fails_where_it_is_sent_and_the_next_message_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            for storage in (MemoryStorage(), FileStorage(os.path.join(folder, "outbox"))):
                with self.subTest(storage=storage):
                    self.asked = []
                    outbox = Outbox("alice", storage, lambda: 1.0, self.request, lambda _: None, self.fail, self.fail)
                    outbox.start()
                    for body in NO_JSON + [nested(31)]:
                        with self.assertRaises((TypeError, ValueError)):
                            outbox.add("c2c_bob", {"type": 100, "body": body})
                    body = {"list": [1]}
                    sent = outbox.add("c2c_bob", {"type": 100, "body": body})
                    body["list"].append(2)
                    await asyncio.wait_for(sent, 1)
                    self.assertEqual((self.asked, outbox.entries), ([{"list": [1]}], {}))
                    await asyncio.wait_for(outbox.stop(), 1)
                    await storage.close()


if __name__ == "__main__":
    unittest.main()

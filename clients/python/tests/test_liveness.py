"""Connections that are dead, or only slow."""

import asyncio
import os
import sys
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import liveness  # noqa: E402
from martlet.liveness import Liveness  # noqa: E402
from martlet.requests import Requests  # noqa: E402

LIMITS = {"requests": {"perSecond": 100, "burst": 100}}


@mock.patch.multiple(liveness, SOON=0.05, PATIENCE=0.2)
class LivenessTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.requests, self.probes, self.is_answering = Requests(lambda: 0.0), 0, False

        async def send(text):
            pass

        self.requests.open(send, LIMITS)
        pump = asyncio.create_task(self.requests.pump())
        self.addCleanup(pump.cancel)

    def watch(self, interval=60):
        self.liveness = Liveness(interval, self.requests, self.probe)
        watching = asyncio.create_task(self.liveness.watch())
        self.addCleanup(watching.cancel)
        return watching

    def probe(self):
        self.probes += 1
        if self.is_answering:
            self.liveness.heard()

    def ask(self, data={}):
        asking = asyncio.create_task(self.requests.request("friend.list", data))
        self.addCleanup(asking.cancel)

    async def test_a_request_without_an_answer_ends_the_connection_soon(self):
        watching = self.watch()
        await asyncio.sleep(0.1)
        self.assertEqual(self.probes, 0)
        self.ask()
        await asyncio.wait_for(watching, 20)
        self.assertEqual(self.probes, 1)

    async def test_a_silence_ends_it_too_when_the_interval_is_over(self):
        await asyncio.wait_for(self.watch(interval=0.1), 20)
        self.assertEqual(self.probes, 1)

    async def test_a_reply_may_take_its_time_while_probes_are_answered(self):
        self.is_answering = True
        watching = self.watch()
        self.ask()
        await asyncio.sleep(1)
        self.assertFalse(watching.done())
        # After 0.05, 0.1, 0.2 and 0.4 seconds of silence.
        self.assertIn(self.probes, range(2, 5))

    async def test_a_large_request_has_the_time_that_it_takes(self):
        watching = self.watch()
        self.ask({"text": "a" * 40_000})
        await asyncio.sleep(1)
        self.assertFalse(watching.done() or self.probes)


if __name__ == "__main__":
    unittest.main()

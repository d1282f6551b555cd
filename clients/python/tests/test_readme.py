"""The program that README.md shows."""

import asyncio
import os
import re
import sys
import unittest

FOLDER = os.path.join(os.path.dirname(__file__), "..")
sys.path.insert(0, FOLDER)


class FakeClient:
    made = None

    def __init__(self, *_, **options):
        self.sent, self.handlers = [], {}
        FakeClient.made = self

    def on(self, name, handler):
        self.handlers[name] = handler

    def send(self, conversation, text):
        self.sent.append((conversation, text))

    def connect(self):
        pass


class ReadmeTest(unittest.IsolatedAsyncioTestCase):
    async def test_its_bot_answers_texts_alone(self):
        with open(os.path.join(FOLDER, "README.md"), encoding="utf-8") as file:
            program = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL)[1]
        names = {"fetch_token": None}
        exec(program.replace("asyncio.run(main())", ""), names)
        names["Client"] = FakeClient
        running = asyncio.create_task(names["main"]())
        await asyncio.sleep(0)
        for given in ({"body": {"text": "hello"}}, {"body": {}, "recalled": {"time": 1}}, {"type": 1, "body": {"url": "u"}},
                      {"type": 5, "body": {"notification": 1}}, {"body": {"text": "mine"}, "from": "helper"}):  # fmt: skip
            FakeClient.made.handlers["message.new"]({"conversationID": "c2c_bob", "from": "bob", "type": 0, **given})
        running.cancel()
        self.assertEqual(FakeClient.made.sent, [("c2c_bob", "You said: hello")])


if __name__ == "__main__":
    unittest.main()

"""The program that README.md shows."""

import asyncio
import contextlib
import io
import os
import re
import sys
import unittest

FOLDER = os.path.join(os.path.dirname(__file__), "..")
sys.path.insert(0, FOLDER)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from martlet.operations import Operations  # noqa: E402
from rig import Client, Gateway, MemoryStorage, message, page  # noqa: E402


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


class FakeAsking(Operations):
    async def request(self, op, data=None, *, timeout=30, trace=None):
        replies = {"friend.add": {"result": {"userID": "bob", "code": 30515, "info": "blocked"}}, "group.create": {"groupID": "1"}}
        self.asked.append((op, data))
        return replies[op]


def programs(page="README.md"):
    with open(os.path.join(FOLDER, page), encoding="utf-8") as file:
        return re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)


def coroutine(program, **names):
    """Of a program that awaits outside of a function."""
    exec("async def run():\n" + "".join(f"    {line}\n" for line in program.splitlines()), names)
    return names["run"]()


def printed(function, *arguments):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        function(*arguments)
    return out.getvalue()


class ReadmeTest(unittest.IsolatedAsyncioTestCase):
    async def test_its_bot_answers_texts_alone(self):
        names = {"fetch_token": None}
        exec(programs()[0].replace("asyncio.run(main())", ""), names)
        names["Client"] = FakeClient
        running = asyncio.create_task(names["main"]())
        await asyncio.sleep(0)
        for given in ({"body": {"text": "hello"}}, {"body": {}, "recalled": {"time": 1}}, {"type": 1, "body": {"url": "u"}},
                      {"type": 5, "body": {"notification": 1}}, {"body": {"text": "mine"}, "from": "helper"}):  # fmt: skip
            FakeClient.made.handlers["message.new"]({"conversationID": "c2c_bob", "from": "bob", "type": 0, **given})
        running.cancel()
        self.assertEqual(FakeClient.made.sent, [("c2c_bob", "You said: hello")])

    def test_its_functions_ask_for_operations(self):
        names, client = {}, FakeAsking()
        client.asked = []
        exec(programs()[1], names)
        said = printed(lambda: self.assertEqual(asyncio.run(names["invite"](client, "bob")), "1"))
        self.assertEqual(said, "blocked\n")
        self.assertEqual(client.asked, [
            ("friend.add", {"userID": "bob", "addWording": "Hi, it's me"}),
            ("group.create", {"name": "Us two", "invitees": ["bob"]}),
        ])  # fmt: skip

    async def test_its_room_shows_what_is_said(self):
        gateway, names = Gateway(), {}
        exec(programs()[-2], names)
        client = Client("ws://gateway/v1/ws", "alice", lambda _: "token", device="d1", connect=gateway.connect)
        line = {"seq": 3, "from": "bob", "clientMsgId": "c3", "type": 0, "body": {"text": "hi"}, "time": 1}
        facts = {"title": "", "ext": "", "slowSeconds": 0, "isMuted": False, "role": "participant"}
        gateway.answers["room.enter"] = {**facts, "epoch": 5, "seq": 9, "messages": [line], "occupancy": {"participants": 2}}
        await client.connect()
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            room = await names["talk"](client)
        self.assertEqual((out.getvalue(), room.participants), ("bob hi\n6 more\n", 2))
        await client.close()

    async def test_its_streamed_texts_are_shown_as_they_grow(self):
        gateway, names = Gateway(), {}
        exec(programs()[-1], names)
        client = Client("ws://gateway/v1/ws", "alice", lambda _: "token", device="d1", connect=gateway.connect)
        text = {"streamID": "0-1", "from": "bot", "text": "It will rain"}
        gateway.answers["conversation.watch"] = {"conversations": [{"conversationID": "c2c_bot", "streams": [text]}]}
        await client.connect()
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            streamed = names["show"](client)
            while not streamed.of("c2c_bot"):
                await asyncio.sleep(0)
        self.assertEqual(out.getvalue(), "bot It will rain\n")
        await client.close()

    async def test_the_page_of_streamed_messages_shows_one_and_stops_it(self):
        gateway, shown = Gateway(), []
        client = Client("ws://gateway/v1/ws", "alice", lambda _: "token", device="d1", connect=gateway.connect)
        text = {"streamID": "0-1", "from": "bot", "text": "It will rain"}
        gateway.answers["conversation.watch"] = {"conversations": [{"conversationID": "c2c_bot", "streams": [text]}]}
        await client.connect()
        [program] = programs("../../docs/streams.md")
        begin, stop = program.split("await ")
        names = {"client": client, "show_below": shown.append}
        exec(begin, names)
        while not shown:
            await asyncio.sleep(0)
        self.assertEqual([one.text for one in shown[-1]], ["It will rain"])
        await coroutine(f"await {stop}", **names)
        self.assertEqual(gateway.asked("message.stop")[-1], {"conversationID": "c2c_bot", "streamID": "0-1"})
        await client.close()

    async def test_its_picture_is_sent(self):
        class Sender:
            async def upload(self, file, *, on_progress):
                on_progress(3, 3)
                return {"mediaID": "m1"}

            async def media_url(self, media):
                return f"/v1/media/{media}"

            async def send(self, conversation, message):
                print(conversation, message["media"])

        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            await coroutine(programs()[4], client=Sender())
        self.assertEqual(out.getvalue(), "3 of 3\nc2c_bob ['m1']\n/v1/media/m1\n")

    def test_its_handler_of_an_event_shows_a_message(self):
        names = {}
        exec(programs()[2], names)
        self.assertEqual(printed(names["heard"], {"from": "bob", "body": {"text": "Hi"}}), "bob Hi\n")

    async def test_the_program_of_the_guide_shows_what_alice_has_written(self):
        gateway, names, out = Gateway(), {}, io.StringIO()
        gateway.answers["message.history"] = page(message("c2c_alice", 1, **{"from": "alice", "body": {"text": "Hi"}}))
        [program] = programs("../../docs/clients.md")
        exec(program.replace("asyncio.run(main(*sys.argv[1:]))", ""), names)
        names["FileStorage"] = lambda _: MemoryStorage()
        names["Client"] = lambda *given, **options: Client(*given, **options, connect=gateway.connect)
        with contextlib.redirect_stdout(out):
            await names["main"]("ws://gateway", "bob", "token")
        self.assertEqual(out.getvalue().splitlines()[-1], "alice Hi")

    async def test_its_store_shows_what_bob_has_written(self):
        gateway, names, out = Gateway(), {}, io.StringIO()
        gateway.answers["message.history"] = page(message("c2c_bob", 1, body={"text": "Hi"}))
        exec(programs()[3], names)
        names["FileStorage"] = lambda _: MemoryStorage()
        names["Client"] = lambda *given, **options: Client(*given, **options, connect=gateway.connect)
        with contextlib.redirect_stdout(out):
            client, store = await names["show_bob"]("ws://gateway", lambda _: "token")
        self.assertEqual((out.getvalue().splitlines()[0], out.getvalue().splitlines()[-1]), ("[] 0", "['Hi']"))
        await client.close()
        store.close()


if __name__ == "__main__":
    unittest.main()

"""examples/bot.py with a gateway that follows a script."""

import asyncio
import contextlib
import io
import json
import os
import sys
import unittest
import unittest.mock

import websockets

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples"))
import bot  # noqa: E402


def message(seq, text="hello", **more):
    return {"msgId": f"m{seq}", "conversationID": "c2c_alice", "sessionType": 0, "seq": seq, "from": "alice", "type": 0,
            "body": {"text": text}, **more}  # fmt: skip


RECALLED = {"body": {}, "change": 1, "recalled": {"by": "alice", "time": 1}}


class Gateway:
    """Has the messages of one conversation, answers logins with `resume`, and tells `live` events after the first one."""

    def __init__(self, messages=(), resume=None, live=()):
        self.messages, self.resume, self.live = list(messages), resume or {}, list(live)
        self.asked, self.refusals, self.is_login = [], [], True

    async def serve(self, socket):
        async for text in socket:
            request = json.loads(text)
            op, data = request["op"], request["data"]
            self.asked.append((op, data))
            error = self.refusals.pop(0) if self.refusals and op == "message.send" else None
            if error:
                await socket.send(json.dumps({"id": request["id"], "error": error}))
                continue
            ok = self.answer(op, data)
            if op != "session.open":
                # Before the reply, as any event may be.
                while self.live:
                    await socket.send(json.dumps(self.live.pop(0)))
            await socket.send(json.dumps({"id": request["id"], "ok": ok}))
            if op == "session.open":
                await socket.send(json.dumps({"event": "conversation.syncFinish", "data": {"isComplete": True}}))

    def answer(self, op, data):
        if op == "session.open":
            user = {"verdict": "recovered", "seq": 7, "events": []}
            return {"user": "bot", "stream": {"seq": 7}, "resume": {"user": user, "conversations": {}, **self.resume}}
        if op == "message.history":
            page = [one for one in self.messages if one["seq"] > data["cursor"]][:2]
            is_finished = not page or page[-1] is self.messages[-1]
            return {"messages": page, "cursor": 0 if is_finished else page[-1]["seq"], "isFinished": is_finished}
        if op == "stream.events":
            new = {"conversations": [{"conversationID": "c2c_alice", "seq": self.messages[-1]["seq"]}]}
            return {"events": [{"seq": 7, "event": "conversation.new", "data": new}], "seq": 7, "isFinished": True}
        return {}

    @property
    def answers(self):
        return [data["clientMsgId"] for op, data in self.asked if op == "message.send"]

    @property
    def position(self):
        acknowledged = [data["conversations"]["c2c_alice"] for op, data in self.asked if "conversations" in data]
        self.in_order = acknowledged == sorted(acknowledged)
        return acknowledged[-1] if acknowledged else None


class BotTest(unittest.IsolatedAsyncioTestCase):
    async def run_with(self, gateway, position):
        """Until the bot has acknowledged the position."""
        async with websockets.serve(gateway.serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as self.said:
                task = asyncio.create_task(bot.live(f"ws://127.0.0.1:{port}", "token"))
                try:
                    async with asyncio.timeout(5):
                        while gateway.position != position and not task.done():
                            await asyncio.sleep(0.01)
                finally:
                    task.cancel()
                    [end] = await asyncio.gather(task, return_exceptions=True)
        self.assertIsInstance(end, asyncio.CancelledError)
        self.assertTrue(gateway.in_order)

    async def test_a_text_is_answered_and_a_recalled_one_passed_over(self):
        missed = [message(1), message(2, **RECALLED), message(3)]
        gateway = Gateway(resume={"conversations": {"c2c_alice": {"verdict": "recovered", "seq": 3, "messages": missed}}})
        await self.run_with(gateway, 3)
        self.assertEqual(gateway.answers, ["re-m1", "re-m3"])

    async def test_neither_pictures_nor_notifications_nor_groups_nor_own_messages_are_answered(self):
        missed = [message(1, type=1, body={"url": "u"}), message(2, type=5, body={"notification": 1}), message(3, sessionType=1),
                  message(4, **{"from": "bot"}), message(5, body={}, isExpired=True)]  # fmt: skip
        gateway = Gateway(resume={"conversations": {"c2c_alice": {"verdict": "recovered", "seq": 5, "messages": missed}}})
        await self.run_with(gateway, 5)
        self.assertEqual(gateway.answers, [])

    async def test_a_gap_is_fetched_before_live_messages_are_answered(self):
        messages = [message(seq) for seq in range(3, 9)]
        gap = {"verdict": "gap", "seq": 7, "from": 3, "to": 7}
        live = [{"event": "message.new", "data": messages[-1]}]
        gateway = Gateway(messages, {"conversations": {"c2c_alice": gap}}, live)
        await self.run_with(gateway, 8)
        self.assertEqual(gateway.answers, [f"re-m{seq}" for seq in range(3, 9)])

    async def test_a_conversation_that_began_in_a_gap_of_the_users_stream_is_fetched(self):
        user = {"verdict": "gap", "seq": 7, "from": 4, "to": 7}
        gateway = Gateway([message(1), message(2)], {"user": user})
        await self.run_with(gateway, 2)
        self.assertEqual(gateway.answers, ["re-m1", "re-m2"])

    async def test_an_answer_that_is_refused_as_too_frequent_is_given_again(self):
        gateway = Gateway(resume={"conversations": {"c2c_alice": {"verdict": "recovered", "seq": 1, "messages": [message(1)]}}})
        gateway.refusals = [{"system": "gw", "code": 1003, "name": "tooFast", "message": "later"}]
        await self.run_with(gateway, 1)
        self.assertEqual(gateway.answers, ["re-m1", "re-m1"])

    async def test_an_answer_that_is_refused_is_said_and_holds_nothing_up(self):
        gateway = Gateway(resume={"conversations": {"c2c_alice": {
            "verdict": "recovered", "seq": 2, "messages": [message(1), message(2)]}}})  # fmt: skip
        gateway.refusals = [{"system": "nim", "code": 7101, "name": "blocked", "message": "blocked"}]
        await self.run_with(gateway, 2)
        self.assertEqual(gateway.answers, ["re-m1", "re-m2"])
        self.assertIn("blocked", self.said.getvalue())


class PauseTest(unittest.IsolatedAsyncioTestCase):
    async def test_the_pause_begins_anew_after_a_session_that_lasted(self):
        now, pauses = [0.0], []
        lengths = iter([0, 0, 0, 3600, 0, 0])

        async def live(url, token):
            now[0] += next(lengths)
            raise OSError("lost")

        async def sleep(seconds):
            pauses.append(seconds)
            if len(pauses) == 6:
                raise KeyboardInterrupt

        with (unittest.mock.patch.object(bot, "live", live), unittest.mock.patch.object(bot.asyncio, "sleep", sleep),
              unittest.mock.patch("time.monotonic", lambda: now[0]), contextlib.redirect_stderr(io.StringIO()),
              contextlib.suppress(KeyboardInterrupt)):  # fmt: skip
            await bot.main("ws://x", "token")
        self.assertEqual(pauses, [1, 2, 4, 1, 2, 4])

    async def test_a_gateway_that_takes_no_sessions_now_is_asked_again(self):
        async def refuse(path, headers):
            return 503, [], b""

        async def sleep(seconds):
            raise KeyboardInterrupt

        async with websockets.serve(lambda socket: None, "127.0.0.1", 0, process_request=refuse) as server:
            port = server.sockets[0].getsockname()[1]
            with unittest.mock.patch.object(bot.asyncio, "sleep", sleep), contextlib.redirect_stderr(io.StringIO()):
                with self.assertRaises(KeyboardInterrupt):
                    await bot.main(f"ws://127.0.0.1:{port}", "token")


if __name__ == "__main__":
    unittest.main()

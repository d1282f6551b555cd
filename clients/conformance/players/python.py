#!/usr/bin/env python3
"""Plays traces against clients/python: ../README.md#traces. Names of traces choose some."""

import asyncio
import heapq
import json
import os
import re
import sys
from collections import deque

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../python"))
from martlet import Client, MartletError, MemoryStorage  # noqa: E402
from martlet.transport import Closed  # noqa: E402

# Of pages: other programs see no waking.
LACKS = {"wake"}
START = 1_795_000_000
# Clients round times, and their texts are not of one length: in seconds.
TOLERANCE = 0.1
OPS = {
    "markRead": "conversation.markRead", "recall": "message.recall", "history": "message.history", "send": "message.send"}
OWN_EVENTS = {"message.sent", "sync.list", "sync.reset", "sync.gap", "sync.failed"}
NAME = re.compile(r"\$[rkm]\d+")


def traces():
    folder = os.path.join(HERE, "../traces")
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as opened:
            trace = json.load(opened)
        if not LACKS & {value.get("call") for _, _, value in trace["rows"]}:
            yield file.removesuffix(".json"), trace


def play(trace):
    """Fails where the client does anything else than the trace says."""
    loop = Loop()
    try:
        loop.run_until_complete(run(trace["rows"], trace["end"], loop))
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


async def run(rows, end, loop):
    stage, matching = Stage(loop, json.dumps(rows)), Matching(rows)
    place = 0
    while place < len(rows):
        at = rows[place][0]
        while place < len(rows) and rows[place][:2] == [at, "in"]:
            await stage.give(matching.filled(rows[place][2]))
            place += 1
        first = place
        while place < len(rows) and rows[place][1] != "in":
            place += 1
        await stage.until((rows[place][0] if place < len(rows) else end) / 1000)
        matching.compare(rows[first:place], stage.take())
    await stage.client.close()


class Loop(asyncio.SelectorEventLoop):
    """Its time stands still until a player lets it pass."""

    def __init__(self):
        super().__init__()
        self.now, self._calls, self._due = 0.0, 0, []

    def time(self):
        return self.now

    def call_soon(self, *args, **options):
        self._calls += 1
        return super().call_soon(*args, **options)

    def call_at(self, when, *args, **options):
        handle = super().call_at(when, *args, **options)
        heapq.heappush(self._due, (when, id(handle), handle))
        return handle

    async def settle(self):
        """Lets everything happen that waits for nothing but its turn: the last one is this function's own."""
        quiet = 0
        while quiet < 3:
            before = self._calls
            await asyncio.sleep(0)
            quiet = quiet + 1 if self._calls == before + 1 else 0

    async def advance(self, end):
        await self.settle()
        while self._due and self._due[0][0] <= end:
            when, _, handle = heapq.heappop(self._due)
            if not handle.cancelled():
                self.now = max(self.now, when)
                await self.settle()
        self.now = max(self.now, end)
        await self.settle()


class Stage:
    """What is around a client: the application, the gateway, the storage and the time."""

    def __init__(self, loop, text):
        self.loop, self.sockets, self.outs = loop, [], []
        self.client, self.storage, self.token, self.wall = None, Storage(), None, 0.0
        # The client tells each event to those who listen to its name.
        self.names = {*re.findall(r'"event": "([^"]+)"', text), *OWN_EVENTS}

    async def give(self, value):
        what = next(iter(value))
        if what == "start":
            # A crash comes after all that an earlier client could do.
            await self.loop.settle()
            self.start(**value["start"])
        elif what == "call":
            await self.call(**value)
        elif what == "token":
            if value["token"] is None:
                self.token.set_exception(OSError("no token"))
            else:
                self.token.set_result(value["token"])
        elif what == "accept":
            self.sockets[value["accept"] - 1].accepted.set_result(None)
        elif what == "frame":
            self.sockets[value["on"] - 1].put(json.dumps(value["frame"]))
        elif what == "text":
            self.sockets[value["on"] - 1].put(value["text"])
        elif what == "closed":
            self.sockets[value["closed"] - 1].end(value["code"], value.get("reason", ""))
        elif what == "storage":
            self.storage.is_failing = value["storage"] == "fails"
        elif what == "clock":
            self.wall += value["clock"] / 1000
        elif what == "sleep":
            self.loop.now += value["sleep"] / 1000
            await self.loop.settle()

    async def until(self, at):
        await self.loop.advance(at)

    def take(self):
        outs, self.outs = self.outs, []
        return outs

    def start(self, gapLimit=1000, keepsPositions=False):
        """Of an earlier client, which has crashed, nothing is heard any more."""

        def out(**value):
            if client is self.client:
                self.outs.append((self.loop.now, json.loads(json.dumps(value, default=kind_of))))

        async def connect(url):
            socket = Socket(len(self.sockets) + 1, out)
            self.sockets.append(socket)
            out(connect=socket.number)
            await socket.open()
            return socket

        async def token(refused):
            self.token = self.loop.create_future()
            out(token={"refused": refused})
            return await self.token

        self.client = client = Client(
            "ws://gateway/v1/ws", "alice", token, device="d1", platform="web", storage=self.storage, gap_limit=gapLimit,
            keeps_positions=keepsPositions, clock=lambda: START + self.loop.now + self.wall, chance=lambda: 0.5,
            connect=connect)
        self.out = out
        for name in self.names:
            client.on(name, lambda data, name=name: out(event=name, data=data))
        client.on("state", lambda state: out(state=state["name"], **(
            {"reason": state["reason"]} if state["name"] == "ended" else {})))  # fmt: skip
        client.on("unsaved", lambda _: out(unsaved=True))

    async def call(self, call, **named):
        client, id = self.client, named.get("conversationID")
        if call == "connect":
            client.connect()
        elif call == "disconnect":
            await client.close()
        elif call == "signOut":
            await client.sign_out()
        elif call == "send":
            self.watch(named["as"], client.send(id, named["message"]))
        elif call == "request":
            milliseconds = named.get("options", {}).get("timeout", 30_000)
            timeout = milliseconds / 1000 if milliseconds else None
            self.watch(named["as"], client.request(named["op"], named.get("data"), timeout=timeout))
        elif call == "markRead":
            self.watch(named["as"], client.mark_read(id))
        elif call == "recall":
            self.watch(named["as"], client.recall(id, named["msgId"], named.get("reason")))
        else:
            self.watch(named["as"], client.history(id, **named["page"]))

    def watch(self, name, result):
        out, task = self.out, asyncio.ensure_future(result)

        def done(task):
            if task.cancelled():
                return
            if error := task.exception():
                out(failed=name, error=error)
            else:
                out(done=name, value=task.result())

        task.add_done_callback(done)


class Socket:
    def __init__(self, number, out):
        self.number, self.out, self.is_open, self.ended = number, out, True, None
        self.accepted, self._texts, self._news = asyncio.Future(), deque(), asyncio.Event()

    async def open(self):
        try:
            await self.accepted
        except asyncio.CancelledError:
            self.abort()
            raise

    def put(self, text):
        if self.is_open:
            self._texts.append(text)
            self._news.set()

    def end(self, code, reason=""):
        if not self.is_open:
            return
        self.is_open, self.ended = False, Closed(code, reason)
        self._news.set()
        if not self.accepted.done():
            self.accepted.set_exception(self.ended)

    async def receive(self):
        while not self._texts:
            if self.ended:
                raise self.ended
            self._news.clear()
            await self._news.wait()
        return self._texts.popleft()

    async def send(self, text):
        if self.ended:
            raise self.ended
        self.out(frame=json.loads(text), on=self.number)

    async def close(self):
        self.abort()

    def abort(self):
        if self.is_open:
            self.out(close=self.number)
            self.end(1006)


class Storage(MemoryStorage):
    is_failing = False

    async def write(self, changes):
        if self.is_failing:
            raise OSError("no room")
        await super().write(changes)


class Matching:
    """Holds what a client does against the rows of a trace."""

    def __init__(self, rows):
        self.values = {}
        self.ops = {OPS.get(value["call"], value.get("op")) for _, _, value in rows if "call" in value}

    def filled(self, value):
        """A value of the trace with what its names stand for."""
        if isinstance(value, dict):
            return {name: self.filled(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self.filled(part) for part in value]
        return self.values.get(value, value) if isinstance(value, str) else value

    def compare(self, expected, actual):
        lanes = {}
        for at, value in actual:
            lanes.setdefault(self.lane(value), deque()).append((at, value))
        for at, direction, value in expected:
            lane = lanes.get(self.lane(value))
            if direction == "may" and not (lane and self.may_be(value, lane[0][1])):
                continue
            assert lane, f"at {at}: {value} does not come"
            when, came = lane.popleft()
            assert self.fits(value, came), f"at {at}: {came}\ncomes instead of\n{self.filled(value)}"
            assert abs(when - at / 1000) <= TOLERANCE, f"at {at}: {value} comes at {when}"
        left = [one for lane in lanes.values() for one in lane]
        assert not left, f"{left[0]} comes, which is in no row"

    def may_be(self, pattern, value):
        """Names stand for nothing that does not come."""
        values = dict(self.values)
        if self.fits(pattern, value):
            return True
        self.values = values
        return False

    def lane(self, value):
        """What is told in one order, beside other things."""
        if "frame" in value:
            op = value["frame"]["op"]
            return "frame", value["on"], "call" if op in self.ops else op
        what = next(iter(value))
        return ("call", value[what]) if what in ("done", "failed") else what

    def fits(self, pattern, value):
        if isinstance(pattern, str) and NAME.fullmatch(pattern):
            if pattern not in self.values:
                # Numbers of requests begin anew with each client.
                if value is None or isinstance(value, str) and value in self.values.values():
                    return False
                self.values[pattern] = value
            return self.values[pattern] == value
        if isinstance(pattern, dict) and isinstance(value, dict):
            return pattern.keys() == value.keys() and all(self.fits(pattern[name], value[name]) for name in pattern)
        if isinstance(pattern, list) and isinstance(value, list):
            return len(pattern) == len(value) and all(map(self.fits, pattern, value))
        return pattern == value


def kind_of(error):
    """Of errors only what tells their kind: texts are each client's own."""
    if not isinstance(error, MartletError):
        return str(error)
    return {"system": error.system, "code": error.code, "name": error.name}


if __name__ == "__main__":
    for name, trace in traces():
        if len(sys.argv) == 1 or name in sys.argv[1:]:
            play(trace)
            print(name)

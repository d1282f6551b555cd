"""A client with a gateway and a time that the test drives."""

import asyncio
import json
import os
import sys
import unittest
from collections import deque
from functools import wraps

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../conformance/players")]
from martlet import Client, MartletError, MemoryStorage  # noqa: E402
from martlet.store import Store  # noqa: E402
from martlet.transport import Closed  # noqa: E402
from python import START, Loop  # noqa: E402


class StoreCase(unittest.TestCase):
    """Its tests are coroutines, and run in a loop whose time stands still until they let it pass."""

    def __init_subclass__(cls):
        for name, test in list(vars(cls).items()):
            if name.startswith("test_"):
                setattr(cls, name, in_loop(test))


def in_loop(test):
    @wraps(test)
    def run(self):
        self.loop = loop = Loop()
        try:
            loop.run_until_complete(test(self))
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()

    return run


class Gateway:
    """Answers what it is told to, and can go silent."""

    def __init__(self):
        self.sockets, self.requests = [], []
        # Whether connections are accepted and requests answered by themselves.
        self.is_answering = True
        # Answers of `session.open` beside the usual, and answers of operations by name: the value, or a function.
        self.login, self.answers = lambda data: {}, {}

    @property
    def socket(self):
        return self.sockets[-1] if self.sockets else None

    async def connect(self, url):
        self.sockets.append(Socket(self))
        if not self.is_answering:
            await asyncio.Event().wait()
        return self.sockets[-1]

    def asked(self, op):
        return [request["data"] for request in self.requests if request["op"] == op]

    def answer(self, op, data):
        if op == "session.open":
            return {**usual_login(), **self.login(data)}
        usual = {
            "conversation.list": page_of_list(), "message.history": page(),
            "stream.events": lambda data: {"events": [], "seq": data["after"], "isFinished": True},
            "message.send": lambda data: {"msgId": "9", "conversationID": data["conversationID"], "seq": 1, "time": 1},
        }  # fmt: skip
        answer = self.answers.get(op, usual.get(op, {}))
        return answer(data) if callable(answer) else answer


class Socket:
    def __init__(self, gateway):
        self.gateway, self.opened = gateway, None
        self._texts, self._news, self._ended = deque(), asyncio.Event(), None

    async def send(self, text):
        if self._ended:
            raise self._ended
        request = json.loads(text)
        if request["op"] == "session.open":
            self.opened = request["data"]
        else:
            self.gateway.requests.append(request)
        if self.gateway.is_answering:
            asyncio.get_running_loop().call_soon(self._answer, request)

    def _answer(self, request):
        try:
            self.give({"id": request["id"], "ok": self.gateway.answer(request["op"], request["data"])})
        except MartletError as error:
            told = {"system": error.system, "code": error.code, "name": error.name, "message": error.message}
            self.give({"id": request["id"], "error": told})

    async def receive(self):
        while not self._texts:
            if self._ended:
                raise self._ended
            self._news.clear()
            await self._news.wait()
        return self._texts.popleft()

    def give(self, message):
        if not self._ended:
            self._texts.append(json.dumps(message))
            self._news.set()

    def event(self, name, data, **place):
        self.give({"event": name, "data": data, **place})

    def drop(self, code=1006):
        self._ended = self._ended or Closed(code)
        self._news.set()

    async def close(self):
        self.drop()

    def abort(self):
        self.drop()


class Device:
    """One of alice's, with a store: runs of a program come and go, and what is in the storage stays. Without `keeps`
    the client is given no storage."""

    def __init__(self, loop, world=None, storage=None, keeps=True, **options):
        self.loop, self.world, self.options = loop, world, options
        self.storage = (storage or MemoryStorage()) if keeps else None
        # Answers of a gateway from its beginning.
        self.answers, self.login = {}, None
        # By so many seconds the wall's clock was set.
        self.wall = 0.0

    def clock(self):
        return START + self.loop.now + self.wall

    async def open(self, is_offline=False, storage=None, **options):
        """A run begins; offline the gateway does not answer it."""
        self.gateway, self.events, self.lost, self.unsaved = Gateway(), [], [], []
        self.client = Client(
            "ws://gateway/v1/ws", "alice", lambda _: "token", device="d1", storage=storage or self.storage,
            clock=self.clock, chance=lambda: 0.5, connect=self.gateway.connect, **{**self.options, **options})
        if self.world:
            self.world.now = lambda: int(self.clock() * 1000)
            self.world.serve(self.gateway)
        self.gateway.answers.update(self.answers)
        self.gateway.login = self.login or self.gateway.login
        self.gateway.is_answering = not is_offline
        self.store = Store(self.client)
        for name in ("message.new", "message.sent", "sync.gap", "sync.list", "sync.reset"):
            self.client.on(name, lambda data, name=name: self.events.append((name, data)))
        self.client.on("storeLost", lambda error: self.lost.append(str(error)))
        self.client.on("unsaved", lambda error: self.unsaved.append(str(error)))
        self.client.connect()
        await self.loop.settle()
        return self.store

    def of(self, event):
        return [data for name, data in self.events if name == event]

    async def advance(self, seconds):
        await self.loop.advance(self.loop.now + seconds)

    async def written(self):
        """Lets what waits be written."""
        await self.advance(0.2)

    async def close(self):
        await self.client.close()
        self.store.close()
        await self.loop.settle()
        if self.world:
            self.world.forsake(self.gateway)

    async def reopen(self, **options):
        await self.written()
        await self.close()
        return await self.open(**options)

    def seqs(self, conversation="c2c_bob"):
        return [message["seq"] for message in self.store.view(conversation).messages]

    async def rows(self, space):
        return [value for _, value in await self.storage.range(space)]


def usual_login():
    return {
        "session": "s1", "user": "alice", "role": "user", "serverTime": START * 1000, "stream": {"seq": 0},
        "groups": {},
        "heartbeat": {"intervalMilliseconds": 25_000, "timeoutMilliseconds": 60_000},
        "limits": {"requests": {"perSecond": 50, "burst": 100}},
    }  # fmt: skip


def message(conversation, seq, **more):
    return {
        "msgId": f"1000{seq}", "clientMsgId": f"c{seq}", "conversationID": conversation, "sessionType": 0, "seq": seq,
        "from": "bob", "type": 0, "body": {"text": f"{seq}"}, "time": 1000 + seq, **more,
    }  # fmt: skip


def conversation(id, seq, **more):
    """One of the list."""
    return {
        "conversationID": id, "type": 1, "userID": id[4:], "showName": id[4:], "faceUrl": "", "unreadCount": 0,
        "recvOpt": 0, "isPinned": False, "isMarkedUnread": False, "groupAtInfolist": [], "seq": seq, "readSeq": 0,
        "lastMessage": {**message(id, seq), "timestamp": 1}, **more,
    }  # fmt: skip


def page(*messages):
    """Of the history, with the oldest message."""
    return {"messages": list(messages), "cursor": 0, "isFinished": True}


def page_of_list(*conversations):
    return {"conversations": list(conversations), "nextSeq": 0, "isFinished": True}

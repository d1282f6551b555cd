#!/usr/bin/env python3
"""A bot: it answers each text that a user writes to it. It needs Debian's python3-websockets.

    MARTLET_TOKEN=… bot.py ws://gateway:7750
"""
import asyncio, collections, itertools, json, os, sys, time, websockets


class Refused(Exception):
    """An error of the gateway, as docs/errors.md lists them."""


class Session:
    def __init__(self, socket):
        self.socket, self.ids = socket, itertools.count(1)
        # Events that came before a reply.
        self.waiting = collections.deque()

    async def ask(self, operation, data):
        while True:
            id = next(self.ids)
            await self.socket.send(json.dumps({"id": id, "op": operation, "data": data}))
            while (said := json.loads(await self.socket.recv())).get("id") != id:
                self.waiting.append(said)
            if "ok" in said:
                return said["ok"]
            error = said["error"]
            # Nothing was done: too many requests, or the gateway cannot write.
            if error["system"] != "gw" or error["code"] not in (1003, 1008):
                raise Refused(f"{operation}: {error['name']} {error['message']}")
            await asyncio.sleep(1)

    async def next(self):
        return self.waiting.popleft() if self.waiting else json.loads(await self.socket.recv())


async def live(url, token):
    """One session, from its opening to its end."""
    async with websockets.connect(url + "/v1/ws", subprotocols=["martlet.v1.json"]) as socket:
        session = Session(socket)
        # With `resume` the reply has what came while the bot was away.
        opened = await session.ask("session.open", {"token": token, "device": "bot", "resume": {}})
        bot = Bot(session, opened["user"])
        await bot.take_missed(opened["resume"])
        while True:
            said = await session.next()
            if said.get("event") == "message.new":
                await bot.take(said["data"])
            elif said.get("event") == "conversation.new":
                # Its first message comes behind this. If the bot ends before, it is missed.
                begun = {one["conversationID"]: max(0, one["seq"] - 1) for one in said["data"]["conversations"]}
                await session.ask("stream.ack", {"user": said["seq"], "conversations": begun})
            elif said.get("event") == "conversation.syncFinish":
                print("ready", flush=True)


class Bot:
    def __init__(self, session, user):
        self.session, self.user = session, user
        # The seq of the last message that was taken, by conversations.
        self.taken = {}

    async def take_missed(self, resume):
        for place, stream in resume["conversations"].items():
            for message in stream.get("messages", []):
                await self.take(message)
            if stream["verdict"] != "recovered":
                await self.fetch(place, stream["from"] - 1)
        user, is_finished = resume["user"], resume["user"]["verdict"] != "gap"
        after = user["seq"] if is_finished else user["from"] - 1
        while not is_finished:
            page = await self.session.ask("stream.events", {"after": after})
            for event in page["events"]:
                for one in event["data"]["conversations"] if event["event"] == "conversation.new" else []:
                    await self.fetch(one["conversationID"], self.taken.get(one["conversationID"], 0))
            after, is_finished = page["seq"], page["isFinished"]
        await self.session.ask("stream.ack", {"user": after})

    async def fetch(self, place, cursor):
        """Takes the messages that were too many for one reply."""
        is_finished = False
        while not is_finished:
            asked = {"conversationID": place, "direction": "newer", "cursor": cursor, "limit": 100}
            try:
                page = await self.session.ask("message.history", asked)
            except Refused as problem:  # It is there no more.
                return print(problem, file=sys.stderr, flush=True)
            for message in page["messages"]:
                await self.take(message)
            cursor, is_finished = page["cursor"], page["isFinished"]

    async def take(self, message):
        place, seq = message["conversationID"], message["seq"]
        if seq <= self.taken.get(place, 0):
            return
        self.taken[place] = seq
        # A recalled message keeps its type, and has no text.
        is_text = message["type"] == 0 and "text" in message["body"] and "recalled" not in message
        if is_text and message["sessionType"] == 0 and message["from"] != self.user:
            # The same id for the same message: an answer that is sent twice is stored once.
            answer = {"clientMsgId": "re-" + message["msgId"], "type": 0, "body": reply(message["body"])}
            try:
                await self.session.ask("message.send", {"conversationID": place, **answer})
            except Refused as problem:
                print(problem, file=sys.stderr, flush=True)
        await self.session.ask("stream.ack", {"conversations": {place: seq}})


def reply(body):
    return {"text": f"You wrote: {body['text']}"}


async def main(url, token):
    pause = 1
    while True:
        began = time.monotonic()
        try:
            await live(url, token)
        except Refused as problem:
            sys.exit(str(problem))
        except websockets.ConnectionClosed as end:
            # docs/errors.md: from 4200 on, connecting again as before is no use.
            if end.code >= 4200:
                sys.exit(f"closed with {end.code}: {end.reason}")
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as problem:
            print(problem, file=sys.stderr, flush=True)
        if time.monotonic() - began > 60:
            pause = 1
        await asyncio.sleep(pause)
        pause = min(pause * 2, 30)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1].rstrip("/"), os.environ["MARTLET_TOKEN"]))

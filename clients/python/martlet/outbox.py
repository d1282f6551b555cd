"""Messages on their way."""

import asyncio
import secrets

from .bodies import copied
from .errors import MartletError
from .retries import find_stored, is_known
from .understood import check
from .writes import Writes

SPACE = "outbox"

# The settings of `message.send` that a message has only if they are not these.
USUAL_SETTINGS = {
    **dict.fromkeys(("history", "roaming", "sync", "persist", "shouldBeCounted"), True),
    **dict.fromkeys(("apnsEnabled", "apnsWithPrefix", "route"), True), "teamReceipt": False,
}


class Outbox:
    """Keeps messages in the storage until the gateway has acknowledged them. Of each conversation one is under way at a time, in
    the order of writing, with the same `clientMsgId` on each try: so none is lost, doubled or overtaken. One that is older than
    the gateway knows that id is looked for before it is sent."""

    def __init__(self, user, storage, clock, request, on_sent, on_failed, on_unsaved, on_change=lambda _: None):
        self.user, self.storage, self.clock, self.request = user, storage, clock, request
        self.on_sent, self.on_failed, self.on_unsaved, self.on_change = on_sent, on_failed, on_unsaved, on_change
        self._writes = Writes(storage, on_unsaved)
        self.entries = {}
        # For so many hours the gateway knows a `clientMsgId`, and by so many seconds its clock is ahead.
        self._retry_hours, self._clock_offset = 24, 0.0
        self._calls = {}
        # When those of this run were written: their ids rise also when the clock is set back.
        self._written = {}
        # What is being written to the storage, and may not go out before.
        self._unsaved = {}
        # Removals from it that are under way.
        self._removing = set()
        # A task for each conversation with unsent messages, and what wakes it.
        self._workers = {}
        self._last_id = (0, 0)
        self._is_started = False
        self._loading = None

    async def load(self):
        """Takes in what an earlier run has left, once, before any of this one goes out. New messages come after it."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._load())
        await asyncio.shield(self._loading)

    async def _load(self):
        try:
            kept = dict(await self.storage.range(SPACE))
        except Exception as error:  # Whatever a storage fails with: what is new is sent all the same.
            self.on_unsaved(error)
            return
        self.entries = dict(sorted({**kept, **self.entries}.items()))
        if kept:
            self._last_id = max(self._last_id, (int(max(kept)[:12], 16), 0xFFFF))
        for conversation in {entry["conversationID"] for entry in kept.values()}:
            self.on_change(conversation)

    def start(self):
        """Messages that wait go out as soon as there is a connection."""
        self._is_started = True

    def login(self, reply):
        """A session is open."""
        self._retry_hours = reply.get("limits", {}).get("retryHours", 24)
        self._clock_offset = reply["serverTime"] / 1000 - self.clock()

    def add(self, conversation, message):
        """The future has the stored message. A message that is no JSON fails here, and is not taken."""
        id = self._next_id()
        entry = copied({"type": 0, **message, "conversationID": conversation, "clientMsgId": id})
        self.entries[id] = entry
        self._written[id] = self.clock()
        self._calls[id] = future = asyncio.get_running_loop().create_future()
        # An application that only looks at the outbox need not handle it.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.storage.note(SPACE, id, entry)
        self._unsaved[id] = asyncio.create_task(self._save(entry))
        self.on_change(conversation)
        return future

    async def _save(self, entry):
        id = entry["clientMsgId"]
        # Without a storage that works, messages are sent all the same.
        await self._writes.write((SPACE, id, entry))
        del self._unsaved[id]
        self.pump(entry["conversationID"])

    def pump(self, conversation):
        """Has a task send what waits in the conversation, as long as the client is started."""
        if not self._is_started:
            return
        if conversation not in self._workers:
            news = asyncio.Event()
            self._workers[conversation] = (asyncio.create_task(self._work(conversation, news)), news)
        self._workers[conversation][1].set()

    def pump_all(self):
        for conversation in {entry["conversationID"] for entry in self.entries.values()}:
            self.pump(conversation)

    async def _work(self, conversation, news):
        """Ends when nothing of the conversation waits."""
        while entry := next((one for one in self.entries.values() if one["conversationID"] == conversation), None):
            news.clear()
            if entry["clientMsgId"] in self._unsaved or not await self._send(entry):
                await news.wait()
        del self._workers[conversation]

    async def _send(self, entry):
        """Whether the next one may go."""
        id = entry["clientMsgId"]
        try:
            stored = await self._stored_before(entry) or await self._store(entry)
        except Exception as failure:  # Also of an answer that is nothing of the protocol.
            error = MartletError.from_any(failure)
            # The client is stopped, or the connection is lost: the message waits in the storage for the next one.
            if error.name in ("connectionLost", "stopped") or error.is_("tim", 6014):
                return False
            self._forget(id)
            self._settle(id, error=error)
            self.on_failed(entry, error)
            return True
        self.on_sent(stored)
        self._forget(id)
        self._settle(id, stored)
        return True

    async def _stored_before(self, entry):
        """The message that an earlier try has stored, if the gateway would not know its id any more. The clock of this device may
        have been set back since it was written."""
        id, now = entry["clientMsgId"], self.clock()
        time = self._written.get(id, int(id[:12], 16) / 1000)
        if is_known(time, now, self._retry_hours):
            return None

        def read(cursor):
            return self.request("message.history", {"conversationID": entry["conversationID"], "cursor": cursor, "limit": 100})

        return await find_stored(entry, self.user, min(time, now) + self._clock_offset, read)

    async def _store(self, entry):
        reply = await self.request("message.send", entry)
        check(reply, ("msgId", "conversationID", "seq", "time"))
        if reply.get("message"):
            return reply["message"]
        if "replyTo" in entry or entry.get("media"):
            # Whose message it replies to, and what its media are, only the gateway knows.
            result = (await self.request("message.get", {"msgIds": [reply["msgId"]]}))["results"][0]
            if "message" in result:
                return result["message"]
        named = {key: entry[key] for key in ("clientMsgId", "type", "body", "atUserList", "apnsContent") if key in entry}
        named |= {key: entry[key] for key, usual in USUAL_SETTINGS.items() if entry.get(key, usual) != usual}
        if "expireSeconds" in entry:
            named["expireAt"] = reply["time"] + 1000 * entry["expireSeconds"]
        group = entry["conversationID"].startswith("group_")
        return {"sessionType": int(group), "from": self.user, **named, **reply}

    def _forget(self, id):
        """The next message need not wait for the storage: one that is sent again is stored once."""
        entry = self.entries.pop(id)
        self._written.pop(id, None)
        self.on_change(entry["conversationID"])
        self._removing.add(removing := asyncio.create_task(self._writes.write((SPACE, id, None))))
        removing.add_done_callback(self._removing.discard)

    def _settle(self, id, stored=None, error=None):
        future = self._calls.pop(id, None)
        if future is None or future.done():
            return
        if error:
            future.set_exception(error)
        else:
            future.set_result(stored)

    async def stop(self):
        """Nothing goes out any more. What was written is in the storage."""
        self._is_started = False
        workers = [worker for worker, _ in self._workers.values()]
        self._workers.clear()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, *self._unsaved.values(), *self._removing, return_exceptions=True)

    async def flush(self):
        """Writes what waits to be written."""
        await self._writes.flush()

    async def clear(self):
        """Forgets all messages, after `stop`; when it is done, nothing more is written."""
        entries, self.entries = self.entries, {}
        self._written.clear()
        for id in list(self._calls):
            self._settle(id, error=MartletError("discarded", "the message was discarded"))
        for entry in entries.values():
            self.on_change(entry["conversationID"])
        await self._writes.clear()

    def _next_id(self):
        """Rises, also when the clock is set back."""
        now = int(self.clock() * 1000)
        last, count = self._last_id
        self._last_id = (now, 0) if now > last else (last + (count + 1 > 0xFFFF), (count + 1) & 0xFFFF)
        return f"{self._last_id[0]:012x}-{self._last_id[1]:04x}-{secrets.token_hex(8)}"

"""Messages on their way."""

import asyncio
import secrets
import time

from .errors import MartletError


class Outbox:
    """Keeps messages in the storage until the gateway has acknowledged them. Of each conversation one is under way at a time, in
    the order of writing, with the same `clientMsgId` on each try: so none is lost, doubled or overtaken."""

    def __init__(self, user, storage, request, on_sent, on_unsaved):
        self.user, self.storage, self.request = user, storage, request
        self.on_sent, self.on_unsaved = on_sent, on_unsaved
        self.entries = {}
        self._calls = {}
        # A queue and a task for each conversation.
        self._queues = {}
        self._tasks = set()
        self._last_id = (0, 0)

    def load(self):
        """Takes in what an earlier run has left."""
        for id, message in sorted(self.storage.load().items()):
            self.entries.setdefault(id, message)
            self._last_id = max(self._last_id, (int(id[:12], 16), 0xFFFF))

    def add(self, conversation, message):
        """The future has the stored message."""
        id = self._next_id()
        entry = {"type": 0, **message, "conversationID": conversation, "clientMsgId": id}
        self.entries[id] = entry
        self._calls[id] = future = asyncio.get_running_loop().create_future()
        # An application that only looks at the outbox need not handle it.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.pump(conversation, save=entry)
        return future

    def pump(self, conversation, save=None):
        """Has a task send what waits in the conversation. `save` is written to the storage first."""
        queue = self._queues.get(conversation)
        if queue is None:
            queue = self._queues[conversation] = asyncio.Queue()
            self._tasks.add(asyncio.create_task(self._work(conversation, queue)))
        queue.put_nowait(save)

    def pump_all(self):
        for conversation in {entry["conversationID"] for entry in self.entries.values()}:
            self.pump(conversation)

    async def _work(self, conversation, queue):
        while True:
            await self._save([await queue.get()], queue)
            while entry := next((one for one in self.entries.values() if one["conversationID"] == conversation), None):
                await self._save([], queue)
                if not await self._send(entry):
                    break

    async def _save(self, entries, queue):
        """Before a message goes out it is in the storage."""
        while not queue.empty():
            entries.append(queue.get_nowait())
        for entry in entries:
            if entry:
                await self._write(entry["clientMsgId"], entry)

    async def _write(self, id, entry):
        """Without a storage that works, messages are sent all the same."""
        try:
            await self.storage.write(id, entry)
        except OSError as error:
            self.on_unsaved(error)

    async def _send(self, entry):
        """Whether the next one may go."""
        id = entry["clientMsgId"]
        try:
            reply = await self.request("message.send", entry)
        except MartletError as error:
            # The client is stopped: the message waits in the storage.
            if error.system == "client" or error.is_("tim", 6014):
                return False
            await self._forget(id)
            self._settle(id, error=error)
            return True
        group = entry["conversationID"].startswith("group_")
        stored = reply.get("message") or {
            "clientMsgId": id, "sessionType": int(group), "from": self.user, "type": entry["type"], "body": entry["body"], **reply}
        self.on_sent(stored)
        await self._forget(id)
        self._settle(id, stored)
        return True

    async def _forget(self, id):
        del self.entries[id]
        await self._write(id, None)

    def _settle(self, id, stored=None, error=None):
        future = self._calls.pop(id, None)
        if future is None or future.done():
            return
        if error:
            future.set_exception(error)
        else:
            future.set_result(stored)

    def stop(self):
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        self._queues.clear()

    def _next_id(self):
        """Rises, also when the clock is set back."""
        now = int(time.time() * 1000)
        last, count = self._last_id
        self._last_id = (now, 0) if now > last else (last + (count + 1 > 0xFFFF), (count + 1) & 0xFFFF)
        return f"{self._last_id[0]:012x}-{self._last_id[1]:04x}-{secrets.token_hex(8)}"

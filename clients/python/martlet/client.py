"""All of it together."""

import asyncio
import logging
import os
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from .errors import MartletError
from .kept import KeptPositions
from .link import Link
from .media import BytesFile, Media, PathFile, Progress
from .operations import Operations
from .outbox import Outbox
from .storage import MemoryStorage, Storage
from .sync import Sync
from .transport import WebSocket

if TYPE_CHECKING:
    from .protocol import On

log = logging.getLogger("martlet")


class Client(Operations):
    """A user's connection to a gateway: requests, messages that survive, and events in order. Each operation is also a
    function: `client.friend.add(userID="bob")`.

    `token(refused)` gives a token, or a coroutine of one; `refused` is true if the gateway did not take the last one.
    `keeps_positions`: what was told is kept in the storage, and the next run begins behind it. Of longer gaps than `gap_limit`
    messages `sync.gap` tells. For tests: `clock()` is the time in seconds since 1970, `chance()` is from 0 up to 1, and
    `connect(url)` makes a connection, as transport.py does."""

    def __init__(
            self, url: str, user: str, token: Callable[[bool], str | Awaitable[str]], *, device: str, platform: str = "pc",
            storage: Storage | None = None, keeps_positions: bool = False, gap_limit: float = 1000,
            clock: Callable[[], float] = time.time, chance: Callable[[], float] = random.random,
            connect: Callable[[str], Awaitable[Any]] = WebSocket.connect) -> None:  # fmt: skip
        self.user, self.clock, self._chance = user, clock, chance
        self.total_unread = 0
        # By how many milliseconds the gateway's clock was ahead of this one when that was last known.
        self._clock_offset = 0.0
        self._handlers = {}
        self._loading: asyncio.Future[None] | None = None
        self._sync = Sync(user, self._read, self._tell, gap_limit)
        self._link = Link(
            url, user, device, platform, clock, chance, connect, token, self._sync.named, self._login, self._sync.event,
            self._become)
        # Whether the application has given one.
        self._has_storage = storage is not None
        self._storage = storage or MemoryStorage()
        self.outbox = Outbox(
            user, self._storage, clock, self._ask_bound, self._sync.own,
            lambda message, error: self._emit("message.failed", {"message": message, "error": error}), self._unsaved,
            lambda conversation: self._emit("outbox.changed", {"conversationID": conversation}))
        self._kept = KeptPositions(self._storage, self._sync, self._unsaved, is_for_rows=not keeps_positions)
        self._media = Media(self._request, url, lambda: self.server_time, chance)
        # Those who write to the storage, and stop before it is cleared.
        self._writers = [self.outbox, self._kept]

    @property
    def conversations(self) -> dict[str, dict[str, Any]]:
        """The list, by conversation, as the gateway has it."""
        return self._sync.conversations

    @property
    def state(self) -> str:
        return self._link.state

    if TYPE_CHECKING:
        # It knows what each event has.
        on: On
    else:
        def on(self, name, handler):
            """Calls `handler(data)` for each event of the name; the function that this returns ends it."""
            self._handlers.setdefault(name, []).append(handler)
            return lambda: self._handlers[name].remove(handler)

    @property
    def server_time(self) -> float:
        """The gateway's clock, in milliseconds. Without a connection, as the last one has shown it."""
        return self.clock() * 1000 + self._clock_offset

    def connect(self) -> asyncio.Future[None]:
        """Connects, and stays connected. To await it waits for the storage: if positions are kept and cannot be read,
        it fails, and there is no connection."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._load())
        loading = self._loading
        self._link.start(lambda: self._prepare(loading))
        return asyncio.shield(loading)

    async def close(self) -> None:
        """Ends the session. Unsent messages stay in the storage."""
        self._sync.stop()
        await self._link.stop()
        await self.outbox.stop()
        for writer in self._writers:
            await writer.flush()
        await self._storage.close()

    async def sign_out(self) -> None:
        """Ends the session, and forgets everything that is kept of this user."""
        await self.close()
        for writer in list(self._writers):
            await writer.clear()
        await self._storage.clear()
        await self._storage.close()

    async def request(
            self, op: str, data: dict[str, Any] | None = None, *, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:  # fmt: skip
        """Asks for any operation of docs/operations.md. It waits for a connection, is repeated after a lost one, and is done
        once. `timeout` is in seconds, or None. `trace` is the trace that the request belongs to, as tracing libraries inject it
        into a carrier: a dictionary with `traceparent`, and perhaps `tracestate`. Data that is no JSON is a TypeError or a
        ValueError."""
        data = data or {}
        reply = await self._in_time(op, self._request(op, data, secrets.token_hex(16), trace=trace), timeout)
        # Other devices are told by an event.
        if op == "channel.subscribe":
            self._sync.channels.follow(reply["channelID"], reply["seq"])
        elif op == "channel.unsubscribe":
            self._sync.channels.forget(data["channelID"])
        elif op == "message.send":
            self._sync.stored({"type": 0, "from": self.user, **data, **reply})
        return reply

    def send(self, conversation: str, message: str | dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """Sends a text, or a dictionary with `type`, `body` and settings. The future waits for the acknowledgement, also
        while there is no connection; `outbox.entries` has the message meanwhile. A body that is no JSON is a TypeError or a
        ValueError of this call."""
        return self.outbox.add(conversation, {"body": {"text": message}} if isinstance(message, str) else message)

    async def upload(
            self, file: str | os.PathLike[str] | bytes, *, name: str | None = None,
            type: str | None = None, width: int | None = None, height: int | None = None,
            thumbnail: str | None = None, use: str | None = None, key: str | None = None,
            on_progress: Progress | None = None) -> dict[str, Any]:  # fmt: skip
        """Uploads the file at a path, or bytes, and gives its `mediaID` with what the gateway says of it. A lost connection
        only delays it: it goes on behind what has arrived. `key` names the upload: another call with it goes on, also in
        another run. `thumbnail` is the id of a small picture that was uploaded before. With `use` "avatar" it is a picture
        of a user or a group, and the result has its public `url`. `on_progress(sent, size)` is called after each piece. To
        cancel the call stops the upload."""
        opened = BytesFile(file) if isinstance(file, bytes) else PathFile(file)
        data = {name: value for name, value in (("name", name), ("type", type), ("use", use)) if value is not None}
        options = {"width": width, "height": height, "thumbnail": thumbnail}
        known = {name: value for name, value in options.items() if value is not None}
        return await self._media.upload(opened, data, known, key or secrets.token_hex(16), on_progress)

    async def media_url(self, media_id: str) -> str:
        """A URL at which the user may read a picture or file, for an hour at most. Those that are asked for together are
        asked of the gateway together."""
        return await self._media.url(media_id)

    async def mark_read(self, conversation: str, *, timeout: float | None = 30) -> None:
        """All messages of the conversation are read."""
        op = "conversation.markRead"
        await self._in_time(op, self._read(op, {"conversationID": conversation}), timeout)

    async def recall(
            self, conversation: str, message: str, reason: str | None = None, *,
            timeout: float | None = 30) -> dict[str, Any]:  # fmt: skip
        """Takes a message back, by its `msgId`; the message as it is then."""
        data = {"conversationID": conversation, "msgId": message, **({} if reason is None else {"reason": reason})}
        return (await self.request("message.recall", data, timeout=timeout))["message"]

    async def history(
            self, conversation: str, *, cursor: int = 0, limit: int = 50,
            timeout: float | None = 30) -> dict[str, Any]:  # fmt: skip
        """A page of messages, the newest first: `messages`, `isFinished` and the `cursor` of the next page."""
        data = {"conversationID": conversation, "cursor": cursor, "limit": limit}
        return await self._in_time("message.history", self._read_page(data), timeout)

    async def _read_page(self, data):
        """The messages as they are now: a change that comes while the page is on its way is in it."""
        page = await self._read("message.history", data)
        await self._sync.changes.complete(data["conversationID"], page.get("change", 0))
        return {**page, "messages": self._sync.changes.present(page["messages"])}

    async def _in_time(self, op, asking, timeout):
        try:
            return await asyncio.wait_for(asking, timeout)
        except asyncio.TimeoutError:
            raise MartletError("timeout", f"no reply to {op}") from None

    async def _read(self, op, data):
        """A request that may be done twice without harm."""
        return await self._request(op, data, None)

    async def _ask_bound(self, op, data):
        """A request that belongs to one connection."""
        return await self._request(op, data, None, is_bound=True)

    async def _request(self, op, data, key, is_bound=False, is_urgent=False, trace=None):
        if self.state in ("stopped", "ended"):
            raise MartletError("stopped", "the client is not started")
        return await self._link.requests.request(op, data, key=key, is_bound=is_bound, is_urgent=is_urgent, trace=trace)

    def _can_keep(self):
        """Not if the client was connected before: this device has missed what happened since the rows were written."""
        return self._has_storage and self._loading is None and self._kept.rows is None

    def _keep(self, rows):
        """Has the rows of a store written with the positions that they stand for."""
        self._kept.rows = rows
        return self._kept

    async def _load(self):
        try:
            await self._kept.load()
            await self.outbox.load()
        except Exception:
            self._loading = None
            raise

    async def _prepare(self, loading):
        await asyncio.shield(loading)
        self.outbox.start()

    def _login(self, reply):
        self._clock_offset = reply["serverTime"] - self.clock() * 1000
        self.outbox.login(reply)
        self._sync.login(reply)

    def _become(self, state, reason):
        if state == "open":
            self.outbox.pump_all()
        self._emit("state", {"name": state, "reason": reason})

    def _tell(self, name, data):
        if name == "conversation.totalUnreadChanged":
            self.total_unread = data["total"]
        self._emit(name, data)
        self._kept.save()

    def _unsaved(self, error):
        self._emit("unsaved", error)

    def _emit(self, name, data):
        self._call(self._handlers, name, data)

    @staticmethod
    def _call(handlers, name, data):
        for handler in list(handlers.get(name, ())):
            try:
                handler(data)
            except Exception:
                # The application's fault: the client goes on.
                log.exception("a handler of %s failed", name)

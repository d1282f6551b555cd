"""Conversations and messages, as a program shows them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .drafts import Drafts
from .ends import Ends, present, shown
from .local import LocalStore
from .pages import Pages
from .window import Window

if TYPE_CHECKING:
    from .client import Client
    from .protocol import Conversation, Message

log = logging.getLogger("martlet")

# Under which the list's last messages are noted; no conversation has this id.
THE_LIST = ""


@dataclass(frozen=True)
class View:
    """A conversation as a program shows it: messages that are stored, the oldest first, and those on their way."""

    messages: list[Message]
    unsent: list[dict[str, Any]]
    # Whether the newest messages were read, and whether there are no older ones.
    is_loaded: bool
    is_complete: bool
    draft: Any


@dataclass(frozen=True)
class StoreChange:
    """The changes of one moment: the list or the total, and the messages or the drafts of conversations."""

    list: bool
    conversations: frozenset[str]


class Store:
    """The user's conversations and messages, always as the gateway has them. If the client has a storage, they are on
    the device too: the next run shows them without a connection, and only what was missed is read. Make it in a
    running loop, before `connect()`. Its values are replaced, never changed."""

    def __init__(self, client: Client) -> None:
        self.client = client
        # The sum of unread messages over the conversations that count, and whether the list was read.
        self.total_unread = 0
        self.is_listed = False
        self._windows: dict[str, Window] = {}
        self._handlers: list[Callable[[StoreChange], object]] = []
        self._change: StoreChange | None = None
        # The user's stream was reset: what the next list has not is gone.
        self._is_list_void = False
        self._tasks: set[asyncio.Future[None]] = set()
        # The store on the device; none without a storage.
        self._local = LocalStore(client, self._windows.__contains__) if client._can_keep() else None
        self._conversations: dict[str, Any] = self._local.conversations if self._local else {}
        self._ends = Ends(self._now, lambda name: self._changed(name or None))
        self._drafts = Drafts(client._storage, self._changed, client._unsaved)
        client._writers.append(self._drafts)
        self._pages = Pages(client, self._local, self.ready, self._is_at, self._changed)
        self._opening = asyncio.ensure_future(self._open_local())
        on = client.on
        self._ending = [
            on("state", lambda state: state["name"] == "open" and self._tell_time()),
            on("conversation.new", lambda data: self._put(data["conversations"])),
            on("conversation.changed", lambda data: self._put(data["conversations"])),
            on("conversation.deleted", lambda data: self._delete(data["conversationIDs"])),
            on("conversation.totalUnreadChanged", lambda data: self._take_total(data["total"])),
            on("receipt.new", lambda data: self._take_receipt(data["conversationID"], data["timestamp"])),
            on("message.new", self._add),
            on("message.sent", self._take_own),
            on("message.changed", lambda data: self._change_message(data["message"])),
            on("message.gone", lambda data: self._drop(data["conversationID"], [data.get("msgId")])),
            on("message.deleted", lambda data: self._drop(data["conversationID"], data["msgIds"])),
            on("sync.list", lambda data: self._replace(data["conversations"])),
            on("sync.reset", lambda data: self._reset(**data)),
            on("sync.gap", lambda data: "conversationID" in data and self._gap(data["conversationID"], data["to"])),
            on("outbox.changed", lambda data: self._changed(data["conversationID"])),
        ]

    async def ready(self) -> None:
        """Returns when the store shows the rows of the device, if they can be read."""
        await asyncio.shield(self._opening)

    def on(self, name: str, handler: Callable[[StoreChange], object]) -> Callable[[], None]:
        """Calls `handler(change)` for the event `change`, once for all changes of one moment; the function that this
        returns ends it."""
        if name != "change":
            raise ValueError(f"a store has no event {name}")
        self._handlers.append(handler)
        return lambda: self._handlers.remove(handler)

    def close(self) -> None:
        """Hears nothing more."""
        for end in self._ending:
            end()
        self._ending.clear()
        self._ends.stop()

    def conversations(self) -> list[Conversation]:
        """Pinned ones first, then by the newest message."""
        now = self._now()
        return [shown(one, now) for one in sorted(self._conversations.values(), key=place_in_list)]

    def conversation(self, conversation: str) -> Conversation | None:
        """One of the list."""
        known = self._conversations.get(conversation)
        return known and shown(known, self._now())

    def view(self, conversation: str) -> View:
        """The messages of a conversation that are known; `open` reads the first ones."""
        window = self._windows.get(conversation) or Window()
        known = {message["clientMsgId"] for message in window.shown[-200:]}
        entries = self.client.outbox.entries.values()
        unsent = [one for one in entries if one["conversationID"] == conversation and one["clientMsgId"] not in known]
        messages = present(window.shown, self._now())
        return View(messages, unsent, window.is_loaded, window.is_complete, self.draft(conversation))

    def draft(self, conversation: str) -> Any:
        """The text that the user has begun, as it was kept last; None for nothing."""
        return self._drafts.get(conversation)

    def keep_draft(self, conversation: str, draft: Any = None) -> None:
        """Keeps what the user has begun to write, anything that is JSON. One that says nothing, or None, removes it."""
        self._drafts.keep(conversation, draft)

    async def open(self, conversation: str, limit: int = 50) -> None:
        """Reads the newest messages, if that was not done: of the device, or of the gateway; without a connection, as
        soon as there is one. If the gateway refuses that, it is tried again when there is something to read."""
        window = self._window(conversation)
        if window.is_loaded:
            return
        await self._pages.read(conversation, window, limit)
        missing = limit - len(window.messages)
        # This device had some of them. Without an answer, the rest is read when the user asks for older ones.
        if self._local and window.is_loaded and missing > 0:
            self._begin(self.older(conversation, missing))

    async def older(self, conversation: str, limit: int = 50) -> None:
        """Reads older messages."""
        window = self._window(conversation)
        if not window.is_complete:
            await self._pages.read(conversation, window, limit)

    def trim(self, conversation: str, keep: int = 50) -> None:
        """Forgets a conversation's messages here, but for the newest."""
        if conversation in self._windows:
            self._windows[conversation].trim(keep)
        self._changed(conversation)

    async def _open_local(self):
        if self._local:
            await self._local.open()
            if self._local.conversations:
                self.total_unread, self.is_listed = self._local.total_unread, self._local.is_listed
                self._changed()
        await self._drafts.load()
        if self._local:
            await self.client.outbox.load()

    def _window(self, id):
        return self._windows.setdefault(id, Window())

    def _is_at(self, id, window, cursor):
        return self._windows.get(id) is window and window.cursor == cursor

    def _begin(self, work):
        """Reads in the background. Without an answer that is done once more when there is something to read."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    # Messages

    def _add(self, message, is_own=False):
        id = message["conversationID"]
        if self._local:
            self._local.add(message, is_own)
        if id in self._windows and self._windows[id].add(message):
            self._changed(id)
        elif id in self._windows:
            self._begin(self.open(id))

    def _take_own(self, message):
        """An own message is its conversation's last one, unless it is to some members alone. The gateway says so behind
        the reply, which is not told again if the connection is lost between the two."""
        self._add(message, is_own=True)
        known = self._conversations.get(message["conversationID"])
        if not known or message.get("visibleTo") or known["seq"] >= message["seq"]:
            return
        left = {name: message[name] for name in message if name not in ("conversationID", "clientMsgId", "sessionType")}
        last = {**left, "timestamp": message["time"] // 1000}
        self._put([{**known, "seq": message["seq"], "lastMessage": last}])

    def _change_message(self, message):
        if self._local:
            self._local.change(message)
        id = message["conversationID"]
        if id in self._windows and self._windows[id].change(message):
            self._changed(id)

    def _drop(self, id, messages):
        """Messages are gone, by their ids."""
        if self._local:
            self._local.drop(id, messages)
        if id in self._windows and self._windows[id].remove(messages):
            self._changed(id)

    def _gap(self, id, to):
        if self._local:
            self._local.gap(id, to)
        self._reload(id)

    def _reset(self, stream, isGone, why=None, isOfEvents=False):
        """Events of a stream are missing: of the user's, those that tell of deleted messages."""
        # A group's events have the name of its messages, and say of these only that the user was out of the group.
        if isOfEvents and not isGone and stream != "user":
            if why == "deleted":
                self._reset(stream, isGone)
            return
        if stream == "user":
            self._is_list_void = True
        is_gone = isGone or why == "deleted"
        if self._local and is_gone:
            self._local.forget_messages(stream)
        elif self._local:
            self._local.reset(stream)
        for id in list(self._windows) if stream == "user" else [stream]:
            self._reload(id, is_shown=why != "deleted")

    def _forget(self, id):
        """The messages of a conversation are void."""
        if self._windows.pop(id, None):
            self._changed(id)

    def _reload(self, id, is_shown=True):
        """The same, and what was open is read again. The old messages stay until there are newer ones, unless they are
        the user's no longer."""
        former = self._windows.get(id)
        if former:
            self._forget(id)
            self._window(id).stale = former.shown if is_shown else []
            self._begin(self.open(id))

    # The list

    def _put(self, conversations):
        for conversation in conversations:
            self._put_one(conversation)
        self._changed()

    def _put_one(self, conversation):
        self._conversations[conversation["conversationID"]] = conversation
        if self._local:
            self._local.put_conversation(conversation)

    def _replace(self, conversations):
        """The list was read. The gateway's has a limit: one that has left it silently stays here, unpinned."""
        listed = {one["conversationID"] for one in conversations}
        for id, known in list(self._conversations.items()):
            if id not in listed and self._is_list_void:
                self._delete([id])
            elif id not in listed and known.get("isPinned"):
                self._put_one({**known, "isPinned": False})
        self._is_list_void, self.is_listed = False, True
        self._put(conversations)
        for id in self._windows:
            self._begin(self.open(id))

    def _delete(self, ids):
        for id in ids:
            self._remove(id)
            self._forget(id)
        self._changed()

    def _remove(self, id):
        self._conversations.pop(id, None)
        if self._local:
            self._local.delete_conversation(id)

    def _take_total(self, total):
        self.total_unread = total
        if self._local:
            self._local.put_total(total)
        self._changed()

    def _take_receipt(self, id, timestamp):
        known = self._conversations.get(id)
        if known and known.get("peerReadTime", 0) < timestamp:
            self._put_one({**known, "peerReadTime": timestamp})
            self._changed(id)

    # Time, and what has changed

    def _now(self):
        """The gateway's clock."""
        return self._local.now() if self._local else self.client.server_time

    def _tell_time(self):
        if self._local:
            self._local.tell_time(self.client.server_time, self.client._clock_offset)
        self._ends.look()

    def _changed(self, id=None):
        if self._change is None:
            self._change = StoreChange(False, frozenset())
            asyncio.get_running_loop().call_soon(self._tell)
        if id is None:
            self._change = replace(self._change, list=True)
        else:
            self._change = replace(self._change, conversations=self._change.conversations | {id})

    def _tell(self):
        change, self._change = self._change, None
        if change.list:
            self._ends.note(THE_LIST, [one.get("lastMessage") for one in self._conversations.values()])
        for id in change.conversations:
            self._ends.note(id, self._windows[id].shown if id in self._windows else ())
        for handler in list(self._handlers):
            try:
                handler(change)
            except Exception:
                # The application's fault: the store goes on.
                log.exception("a handler of the store failed")


def place_in_list(conversation):
    last = conversation.get("lastMessage") or {}
    return not conversation.get("isPinned"), -last.get("time", 0), conversation["conversationID"]

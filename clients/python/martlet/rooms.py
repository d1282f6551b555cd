"""A live room that this device is in: docs/rooms.md."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .client import Client
from .errors import MartletError
from .requests import is_of_connection

# In seconds. Less than the minute in which the gateway knows the `clientMsgId` of a repeat.
PATIENCE = 30
# After a refusal that passes, the next entry waits so long, and longer each time.
FIRST_WAIT, LONGEST_WAIT = 1, 30
# A user counts twice a second, and so much at once.
BETWEEN_COUNTS, MOST_COUNTED = 0.5, 100


@dataclass
class News:
    """What a frame has, or an entry: first what `cleared` names goes, then `messages` come. `missed` were told while this device
    did not hear, and `shed` were told to nobody."""

    messages: list[dict[str, Any]]
    cleared: list[dict[str, Any]]
    missed: int
    shed: int


class _Values:
    """The values of a room, or the elements of its queue, as far as this device has heard of their steps."""

    def __init__(self, op: str, name: str) -> None:
        self.op, self.name = op, name
        self.by_key: dict[str, dict[str, Any]] = {}
        # None: nothing is known of them yet.
        self.state: int | None = None
        self.heard = 0
        self.reading: asyncio.Task[None] | None = None

    def take(self, step: dict[str, Any]) -> bool:
        """False: steps before it are missing."""
        self.heard = max(self.heard, step["state"])
        if self.state is None or step["former"] > self.state:
            return False
        # One that began before what was read is as good.
        if step["state"] > self.state:
            for key in step["removed"]:
                self.by_key.pop(key, None)
            self.by_key.update({value["key"]: value for value in step["set"]})
            self.state = step["state"]
        return True

    def begin(self, state: int, values: list[dict[str, Any]]) -> None:
        """As they were read. Steps that were heard meanwhile may have gone further."""
        if self.state is None or state > self.state:
            self.by_key, self.state = {value["key"]: value for value in values}, state


class Room:
    """Its `state` is `out`, `entering` or `in`. After a lost connection it enters again, and has what it has missed, as far as
    the room still has it: the `verdict` is `recovered` or `gap`. When it is out without `leave()`, `reason` says why: `kicked`,
    `banned`, `ended`, or the error with which it could not come back.

    Events: `state`, with its name; `news`, with `News`; `change`, when a member below has another value."""

    def __init__(self, client: Client, id: str, *, queue: bool = False) -> None:
        """`queue`: the room's queue is read and followed."""
        self.client, self.id = client, id
        self.state = "out"
        self.verdict: str | None = None
        self.reason: str | MartletError | None = None
        # Sessions in the room.
        self.participants = 0
        self.title, self.ext, self.role = "", "", "participant"
        self.slow_seconds = 0
        # Whether only the owner, admins and speakers may send; and until when this user may not, by `client.server_time`.
        self.is_muted, self.muted_until = False, 0
        # The sums of the room's counters.
        self.counters: dict[str, int] = {}
        self._values, self._queue = _Values("room.values", "values"), _Values("room.queue", "elements")
        self._shows_queue = queue
        # What was counted and not yet sent, with those who wait for it.
        self._counted: dict[str, tuple[int, asyncio.Future[None]]] = {}
        self._counting: asyncio.Task[None] | None = None
        self._handlers: dict[str, list[Callable[[Any], None]]] = {}
        self._epoch: int | None = None
        self._seq = self._spoke_at = 0
        # Set when the state changes, and then another one.
        self._changed = asyncio.Event()
        self._asking: asyncio.Task[None] | None = None
        # Frames that come before the reply to the entry, which says what they stand behind.
        self._held: list[dict[str, Any]] | None = None
        # Own messages that have no reply yet, by `clientMsgId`: what a frame or an entry says of them.
        self._told: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: list[Callable[[], None]] = []

    @property
    def slow_until(self) -> int:
        """In slow mode, by `client.server_time`: before that, what this user sends is refused."""
        return self._spoke_at + self.slow_seconds * 1000 if self.role == "participant" and self._spoke_at else 0

    @property
    def values(self) -> dict[str, dict[str, Any]]:
        """What all participants see beside messages, by key."""
        return dict(self._values.by_key)

    @property
    def queue(self) -> list[dict[str, Any]]:
        """With `queue=True`: the room's queue, the head first."""
        return sorted(self._queue.by_key.values(), key=lambda element: element["position"])

    def on(self, name: str, handler: Callable[[Any], None]) -> Callable[[], None]:
        """Calls `handler(data)` for each event of the name; the function that this returns ends it."""
        self._handlers.setdefault(name, []).append(handler)
        return lambda: self._handlers[name].remove(handler)

    async def enter(self) -> None:
        """Enters, as soon as there is a session. It fails if the gateway does not admit this user."""
        if self.state == "out":
            self._begin()
        while self.state == "entering":
            await self._changed.wait()
        if self.state == "out":
            raise self._why_out()

    async def leave(self) -> None:
        """Leaves. Messages that have no reply yet may be told."""
        if self.state == "out":
            return
        self._end(None)
        try:
            await asyncio.wait_for(self._ask("room.leave"), PATIENCE)
        except MartletError as error:
            # With its session the stay is over, too.
            if not is_of_connection(error):
                raise

    async def send(self, message: str | dict[str, Any]) -> dict[str, Any]:
        """Says a text, or a dictionary with `body` and more, and waits for the frame that tells it. It fails with gw 1024 if it
        was not drawn. Nothing is sent again by itself but after a lost connection, and then it is told once."""
        more = {"body": {"text": message}} if isinstance(message, str) else message
        data = {"roomID": self.id, "clientMsgId": secrets.token_hex(16), "type": 0, **more}
        told = self._told[data["clientMsgId"]] = asyncio.get_running_loop().create_future()
        try:
            return await asyncio.wait_for(self._say(data, told), PATIENCE)
        except asyncio.TimeoutError:
            raise MartletError("timeout", "no reply to room.send") from None
        finally:
            del self._told[data["clientMsgId"]]

    async def set_values(self, values: list[dict[str, Any]]) -> None:
        """Sets values, or removes those without `value`: all or none."""
        await self._ask("room.setValues", {"values": values})

    async def offer(self, key: str, value: str = "", **more: Any) -> None:
        """Puts an element into the queue, or changes it. `first`, `ifVersion`, `isTransient`: see `room.offer`."""
        await self._ask("room.offer", {"key": key, "value": value, **more})

    async def poll(self, key: str | None = None) -> dict[str, Any] | None:
        """Takes an element out of the queue, the head or that of the key."""
        reply = await self._ask("room.poll", {} if key is None else {"key": key})
        element: dict[str, Any] | None = reply.get("element")
        return element

    async def count(self, counter: str, count: int = 1) -> None:
        """Adds to a counter. Those that follow each other are sent together; all of them fail if that is refused."""
        before, counted = self._counted.get(counter) or (0, asyncio.get_running_loop().create_future())
        self._counted[counter] = (before + count, counted)
        if self._counting is None:
            self._counting = asyncio.get_running_loop().create_task(self._tell_counts())
        await asyncio.shield(counted)

    async def _tell_counts(self):
        while self._counted:
            await asyncio.sleep(BETWEEN_COUNTS)
            counter, (count, counted) = next(iter(self._counted.items()))
            del self._counted[counter]
            rest = count - MOST_COUNTED
            if rest > 0:
                self._counted[counter] = (rest, counted)
            try:
                await self._ask("room.count", {"counter": counter, "count": min(count, MOST_COUNTED)})
                if rest <= 0:
                    counted.set_result(None)
            except MartletError as error:
                if rest > 0:
                    del self._counted[counter]
                counted.set_exception(error)
        self._counting = None

    def _step(self, values, step):
        # Before the reply to an entry nothing is known, and it says more.
        if values.state is None and not values.reading:
            return
        if values.take(step):
            self._emit("change", None)
        else:
            self._read(values)

    def _read(self, values):
        if values.reading is None:
            values.reading = asyncio.get_running_loop().create_task(self._read_values(values))

    async def _read_values(self, values):
        try:
            while self.state != "out" and (values.state is None or values.heard > values.state):
                try:
                    reply = await self._ask(values.op)
                except MartletError as error:
                    if is_of_connection(error):
                        # With the next session it enters again, and sees what is missing.
                        return
                    await asyncio.sleep(LONGEST_WAIT)
                    continue
                values.begin(reply["state"], reply[values.name])
                self._emit("change", None)
        finally:
            values.reading = None

    async def _say(self, data, told):
        epoch = None
        while True:
            while self.state == "entering":
                await self._changed.wait()
            if told.done():
                return told.result()
            if self.state == "out":
                raise self._why_out()
            epoch = epoch or self._epoch
            # The room may have told it in a life of which nobody knows any more.
            if epoch != self._epoch:
                raise MartletError("maybeSent")
            stay = self._changed
            try:
                return await self._ask("room.send", data)
            except MartletError as error:
                if is_of_connection(error) or stay.is_set():
                    # After the next entry it goes out again.
                    await stay.wait()
                elif error.is_("em", 602):
                    self._lose(enters_again=True)
                else:
                    # The reply to an entry says until when.
                    if error.is_("em", 215) and self.muted_until <= self.client.server_time:
                        self._ask_for_entry()
                    raise

    def _begin(self):
        def own(handle):
            return lambda data: handle(data) if data["roomID"] == self.id else None

        on = self.client.on
        self._listeners = [
            on("state", lambda state: self._lose(enters_again=state["name"] == "open")),
            on("room.frame", own(self._take)),
            on("room.changed", own(self._change)),
            on("room.valuesChanged", own(lambda step: self._step(self._values, step))),
            on("room.queueChanged", own(lambda step: self._step(self._queue, step) if self._shows_queue else None)),
            on("room.left", own(lambda left: self._end(left["reason"]))),
            on("room.ended", own(lambda _: self._end("ended"))),
        ]
        self._become("entering")
        if self.client.state == "open":
            self._ask_for_entry()

    def _end(self, reason):
        while self._listeners:
            self._listeners.pop()()
        self._lose()
        self._become("out", reason=reason)

    def _why_out(self):
        return self.reason if isinstance(self.reason, MartletError) else MartletError("notInRoom", f"not in the room {self.id}")

    def _lose(self, enters_again=False):
        """The session is in the room no longer."""
        self._stop_asking()
        self._held = None
        if self.state == "in":
            self._become("entering")
        if enters_again:
            self._ask_for_entry()

    def _ask_for_entry(self):
        self._stop_asking()
        self._asking = asyncio.get_running_loop().create_task(self._enter())

    def _stop_asking(self):
        asking, self._asking = self._asking, None
        if asking and asking is not asyncio.current_task():
            asking.cancel()

    async def _enter(self):
        wait = FIRST_WAIT
        while True:
            if self.state != "in":
                self._held = []
            known = {} if self._epoch is None else {"epoch": self._epoch, "seq": self._seq}
            if self._values.state is not None:
                known["state"] = self._values.state
            try:
                return self._admit(await asyncio.wait_for(self._ask("room.enter", known), PATIENCE))
            except asyncio.TimeoutError:
                pass  # It is asked again.
            except MartletError as error:
                if is_of_connection(error):
                    return None
                # Too many came at once, or the gateway cannot say. A full node is only waited for by who was in.
                passes = (1003, 1008, 1009) if self._epoch is None else (1003, 1008, 1009, 1013)
                if error.system != "gw" or error.code not in passes:
                    return self._end(error)
            await asyncio.sleep(wait * (0.5 + self.client._chance() / 2))
            wait = min(LONGEST_WAIT, wait * 2)

    def _admit(self, entry):
        if self._epoch is None:
            self._seq = (entry["messages"][0]["seq"] if entry["messages"] else entry["seq"] + 1) - 1
        self.role, self.muted_until = entry["role"], entry.get("mutedUntil", 0)
        self.counters = dict(entry.get("counters", {}))
        self._meet(self._values, entry.get("state"), entry.get("values"))
        if self._shows_queue:
            self._meet(self._queue, entry.get("queueState"), None)
        self._change(entry)
        held, self._held = self._held or [], None
        for frame in [entry, *held]:
            self._take(frame)
        # Otherwise it has only asked until when this user is muted.
        if self.state != "in":
            self._become("in", verdict=entry.get("verdict"))

    def _meet(self, values, state, given):
        """What an entry says of them."""
        if given is not None:
            values.begin(state, given)
        elif state != values.state:
            values.heard = max(values.heard, state)
            self._read(values)

    def _take(self, frame):
        if self._held is not None:
            self._held.append(frame)
            return
        # A new life numbers its messages anew.
        if self._epoch is not None and frame["epoch"] != self._epoch:
            self._seq = 0
        self._epoch = frame["epoch"]
        news, last = News([], frame.get("cleared", []), 0, frame.get("shed", 0)), self._seq
        for message in frame.get("messages", []):
            if message["seq"] <= last:
                continue
            news.missed += message["seq"] - last - 1
            last = message["seq"]
            if message.get("from") == self.client.user:
                self._hear_own(message)
            if not message.get("isRecalled"):
                news.messages.append(message)
        # An entry says where the room is.
        news.missed += max(0, frame.get("seq", 0) - last)
        self._seq = max(last, frame.get("seq", 0))
        if "counters" in frame:
            self.counters.update(frame["counters"])
            self._emit("change", None)
        if "occupancy" in frame and frame["occupancy"]["participants"] != self.participants:
            self.participants = frame["occupancy"]["participants"]
            self._emit("change", None)
        if news != News([], [], 0, 0):
            self._emit("news", news)

    def _hear_own(self, message):
        # What was said before slow mode does not count.
        if self.slow_seconds > 0:
            self._spoke_at = message["time"]
        told = self._told.get(message["clientMsgId"])
        if told and not told.done():
            told.set_result({key: message[key] for key in ("msgId", "seq", "time")})

    def _change(self, facts):
        self.title, self.ext = facts["title"], facts["ext"]
        self.slow_seconds, self.is_muted = facts["slowSeconds"], facts["isMuted"]
        self._emit("change", None)

    def _become(self, state, verdict=None, reason=None):
        self.state, self.verdict, self.reason = state, verdict, reason
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
        self._emit("state", state)

    def _emit(self, name, data):
        self.client._call(self._handlers, name, data)

    async def _ask(self, op, data=None):
        """Asks once: a refusal is the room's answer, and other requests do not wait for it. Urgent ones are not sent again."""
        return await self.client._request(op, {"roomID": self.id, **(data or {})}, None, is_urgent=True)

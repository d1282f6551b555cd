"""Replies matched to requests, below the gateway's rate and in their order."""

import asyncio
import random
from collections import deque
from dataclasses import dataclass, field

from .bodies import encoded
from .errors import MartletError
from .retries import is_known
from .understood import check


# Of a gateway that does not say.
USUAL_LIMIT = {"perSecond": 50, "burst": 100}


@dataclass(eq=False)
class Pending:
    op: str
    # All but its id.
    text: str
    key: str | None
    future: asyncio.Future
    is_urgent: bool = False
    is_bound: bool = False
    id: int = field(default=0)
    # When it was sent last, and when it was first sent without a reply: it may have been done.
    sent_at: float = 0.0
    # How many characters had gone out with it on its connection.
    end: int = 0
    lost_at: float | None = None


class Requests:
    """Of requests that are refused as too frequent (gw 1003) or because the gateway cannot write (gw 1008) nothing is done,
    so they go out again, in their order, before anything new. After a lost connection what has no reply goes out again, unless
    that was so long ago that the gateway may have forgotten its key."""

    def __init__(self, clock, chance=random.random):
        self._clock, self._chance = clock, chance
        self._retry_hours = 24
        self._waiting = deque()
        self._sent = {}
        self._refused = []
        self._pause = 0.0
        self._unavailable = 0.0
        self._next_id = 1
        self._news = asyncio.Event()
        # Set when a request goes out while none is under way; the time of that.
        self.asked, self.asked_at = asyncio.Event(), 0.0
        # How many characters have gone out on this connection, and how many of them the gateway has certainly read.
        self._written = self._read = 0
        self._send = self._limit = self._most_bytes = None

    @property
    def under_way(self):
        """How many have no reply yet on this connection, beside the urgent ones."""
        return sum(not pending.is_urgent for pending in self._sent.values())

    @property
    def unread_length(self):
        """How many characters may still be on their way."""
        return self._written - self._read

    async def request(self, op, data, *, key=None, is_urgent=False, is_bound=False, trace=None):
        """`is_bound`: without a connection, and when it is lost, the call fails. `is_urgent`: bound, and sent at once, before all
        that wait."""
        named = {"op": op, **({"key": key} if key else {}), **({"trace": trace} if trace else {}), "data": data}
        future = asyncio.get_running_loop().create_future()
        pending = Pending(op, encoded(named), key, future, is_urgent, is_bound or is_urgent)
        if not is_urgent and (self._send or not is_bound):
            self._waiting.append(pending)
            self._news.set()
        elif self._send:
            await self._transmit(pending)
        else:
            raise lost()
        try:
            return await pending.future
        except asyncio.CancelledError:
            if pending in self._waiting:
                self._waiting.remove(pending)
            raise

    def open(self, send, limits):
        """A session is open: `pump` sends what waits, until it is cancelled."""
        self._send, self._limit, self._retry_hours = send, limits.get("requests", USUAL_LIMIT), limits.get("retryHours", 24)
        self._most_bytes = limits.get("messageBytes")
        self._written = self._read = 0

    async def pump(self):
        limit = self._limit
        budget = Budget(limit["perSecond"] * 0.8, limit["burst"] * 0.8)
        while True:
            self._news.clear()
            if self._refused and not self.under_way:
                pause, self._pause = self._pause, 0.0
                await asyncio.sleep(pause)
                self._waiting.extendleft(sorted(self._refused, key=lambda pending: -pending.id))
                self._refused.clear()
            elif self._refused or not self._waiting:
                await self._news.wait()
            elif (wait := budget.take()) > 0:
                await asyncio.sleep(wait)
            else:
                pending = self._waiting.popleft()
                if pending.future.done():
                    continue
                if self._is_forgotten(pending):
                    pending.future.set_exception(MartletError("maybeDone", f"{pending.op} may have been done"))
                else:
                    await self._transmit(pending)

    def _is_forgotten(self, pending):
        """Whether the gateway may have done it, and not know that any more: asked again, it would be done twice."""
        return bool(pending.key) and pending.lost_at is not None and not is_known(pending.lost_at, self._clock(), self._retry_hours)

    async def _transmit(self, pending):
        pending.id, self._next_id = self._next_id, self._next_id + 1
        text = f'{{"id":{pending.id},{pending.text[1:]}'
        if self._most_bytes and len(text.encode()) > self._most_bytes:
            # The gateway would close the connection, and the client would not come back.
            pending.future.set_exception(MartletError("tooLarge", f"{pending.op} has more than {self._most_bytes} bytes"))
            return
        if not (pending.is_urgent or self.under_way):
            self.asked_at = asyncio.get_running_loop().time()
            self.asked.set()
        self._written += len(text)
        pending.sent_at, pending.end = self._clock(), self._written
        self._sent[pending.id] = pending
        await self._send(text)

    def receive(self, reply):
        """It fails if this is no reply."""
        error = reply.get("error")
        if error is not None:
            check(error, ("system", "code", "name"))
        elif not isinstance(reply.get("ok"), dict):
            raise ValueError("no reply")
        pending = self._sent.pop(reply.get("id"), None)
        if pending is None:
            return
        self._read = max(self._read, pending.end)
        self._news.set()
        code = error["code"] if error and error["system"] == "gw" else 0
        # What is said in a live room is old a second later, and its slow mode lasts: the sender decides.
        if code in (1003, 1008) and not pending.is_urgent and pending.op != "room.send":
            self._refused.append(pending)
            if code == 1008:
                self._unavailable = min(60.0, max(1.0, self._unavailable * 2))
            # At random, so that clients do not come back in the same moment.
            self._pause = max(self._pause, self._unavailable * (1 + self._chance() / 4) if code == 1008 else 1.0)
        elif not pending.future.done():
            if error:
                pending.future.set_exception(MartletError.of(error))
            else:
                self._unavailable = 0.0
                pending.future.set_result(reply["ok"])

    def close(self):
        """The session is lost: what has no reply waits for the next one."""
        self._send = None
        self._pause = 0.0
        for pending in self._sent.values():
            pending.lost_at = pending.lost_at or pending.sent_at
        everything = sorted([*self._refused, *self._sent.values()], key=lambda pending: pending.id) + [*self._waiting]
        self._refused.clear()
        self._sent.clear()
        for pending in everything:
            if pending.is_bound and not pending.future.done():
                pending.future.set_exception(lost())
        self._waiting = deque(pending for pending in everything if not pending.is_bound)

    def stop(self, error):
        """Nothing goes out any more: all calls fail."""
        self.close()
        while self._waiting:
            pending = self._waiting.popleft()
            if not pending.future.done():
                pending.future.set_exception(error)


class Budget:
    """The stock of requests that the gateway keeps for a session, counted here in the same way."""

    def __init__(self, per_second, burst):
        self.per_second, self.burst = max(1.0, per_second), max(1.0, burst)
        self.stock, self.counted = self.burst, asyncio.get_running_loop().time()

    def take(self):
        """Takes a request from the stock, or returns how many seconds it takes until there is one."""
        now = asyncio.get_running_loop().time()
        self.stock = min(self.burst, self.stock + (now - self.counted) * self.per_second)
        self.counted = now
        if self.stock >= 1:
            self.stock -= 1
            return 0.0
        return (1 - self.stock) / self.per_second


def lost():
    return MartletError("connectionLost", "the connection was lost")


def is_of_connection(error):
    """The next session can be asked again."""
    return error.name in ("connectionLost", "stopped")

"""One session that is kept open."""

import asyncio
import contextlib
import json
import logging
import random
import time

import websockets

from .closing import after_close, after_refusal, retry_delay
from .errors import MartletError
from .liveness import Liveness
from .requests import Requests

log = logging.getLogger("martlet")

# How long a connection may take until its session is open, in seconds.
CONNECT_PATIENCE = 15
# How many tokens in a row may be refused before the client gives up.
REFUSED_TOKENS = 5
# A session that is replaced so soon was probably replaced by an own attempt that reached the gateway late.
OWN_ATTEMPT = 20
# A session of this length shows that the gateway is well.
WELL_AFTER = 60
# What is said to a connection that is dead.
DEAD = 1006


class Link:
    """Connects, opens the session, finds out when the connection is dead, and comes back as the close code wants it.

    `on_login(reply)` and `on_event(event)` are called in the order of the connection, `on_state(name, reason)` at changes.
    `positions()` is what the device has, for `resume`; `token(refused)` is awaited for a token."""

    def __init__(self, url, user, device, platform, clock, token, positions, on_login, on_event, on_state):
        self.url, self.user, self.device, self.platform, self.clock = url, user, device, platform, clock
        self.token, self.positions = token, positions
        self.on_login, self.on_event, self.on_state = on_login, on_event, on_state
        self.requests = Requests(clock)
        # What the connection has under way beside its reading.
        self.tasks = set()
        self.state = "stopped"
        self._task = None

    def start(self):
        if self.state in ("stopped", "ended"):
            self._become("connecting")
            self._task = asyncio.create_task(self._run())

    async def stop(self):
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._end("stopped", MartletError("stopped", "the application has stopped the client"))

    def _become(self, state, reason=None):
        self.state = state
        self.on_state(state, reason)

    def _end(self, state, reason):
        self.requests.stop(MartletError("stopped", reason.message))
        self._become(state, reason)

    async def _run(self):
        failures, refusals, has_returned = 0, 0, False
        while True:
            self._become("connecting")
            self._kick = self._drain_delay = self._opened = None
            self._is_dead = False
            try:
                token = await self.token(refusals > 0)
                code, reason = await self._connect(token)
                error = MartletError(self._kick or "closed", reason, system="close", code=code)
                then = "later" if code == DEAD and self._drain_delay is not None else after_close(code)
            except MartletError as refusal:
                error, then = refusal, after_refusal(refusal)
            except Exception as failure:  # The network, or the application's token: the next attempt may be better.
                error, then = MartletError("connectionLost", str(failure)), "again"
            lasted = time.monotonic() - self._opened if self._opened else 0
            if self._opened:
                refusals = 0
            if lasted >= WELL_AFTER:
                failures, has_returned = 0, False
            refusals += then == "token"
            if self._opened and self._kick == "sameDevice" and lasted < OWN_ATTEMPT and not has_returned:
                has_returned = True
                delay = 1 + random.random()
            elif then == "never" or refusals >= REFUSED_TOKENS:
                return self._end("ended", error)
            elif then == "later":
                delay = (self._drain_delay or 1000 + random.random() * 4000) / 1000
            elif lasted >= 5:
                delay = retry_delay(failures, random.random)
            else:
                failures += 1
                delay = retry_delay(failures, random.random)
            self._become("waiting", error)
            await asyncio.sleep(delay)

    async def _connect(self, token):
        """One connection, until it has ended: its close code and reason."""
        socket = await websockets.connect(
            self.url, subprotocols=["martlet.v1.json"], open_timeout=CONNECT_PATIENCE, ping_interval=None,
            close_timeout=1, max_size=None)
        try:
            data = {"token": token, "user": self.user, "device": self.device, "platform": self.platform, "lean": True}
            if (named := self.positions()) is not None:
                data["resume"] = named
            await socket.send(json.dumps({"id": 0, "op": "session.open", "data": data}))
            liveness = None
            while True:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), None if liveness else CONNECT_PATIENCE))
                except asyncio.TimeoutError:
                    return DEAD, "no session in time"
                if liveness:
                    liveness.heard()
                if "event" in message:
                    self._take(message)
                elif message.get("id") != 0:
                    self.requests.receive(message)
                elif "error" in message:
                    raise MartletError.of(message["error"])
                else:
                    reply = message["ok"]
                    interval = reply["heartbeat"]["intervalMilliseconds"] / 1000
                    liveness = Liveness(interval, self.requests, lambda: self._begin(self._probe()))
                    self._opened = time.monotonic()
                    self._clock_offset = reply["serverTime"] / 1000 - self.clock()
                    self.requests.open(socket.send, reply["limits"])
                    self.on_login(reply)
                    self._begin(self.requests.pump())
                    self._begin(self._watch(socket, liveness))
                    self._become("open")
        except websockets.ConnectionClosed:
            return socket.close_code or DEAD, "the connection is dead" if self._is_dead else socket.close_reason or ""
        finally:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            self.requests.close()
            # The peer of a dead connection answers nothing.
            await socket.close()

    def _begin(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task):
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # The reading finds that the connection is lost.
        if error and not isinstance(error, websockets.ConnectionClosed):
            log.error("a task of the connection failed", exc_info=error)

    async def _watch(self, socket, liveness):
        """The reading ends with the connection."""
        await liveness.watch()
        self._is_dead = True
        socket.transport.abort()

    async def _probe(self):
        """Any answer is a sign of life."""
        with contextlib.suppress(MartletError):
            await self.requests.request("session.list", {}, is_urgent=True)

    def _take(self, message):
        name, data = message["event"], message["data"]
        if name == "server.draining":
            self._drain_delay = data["reconnectAfterMilliseconds"]
        elif name == "session.kicked":
            self._kick = data["reason"]
        elif name == "session.expiring":
            self._begin(self._refresh(data["expiresAt"]))
        self.on_event(message)

    async def _refresh(self, expires_at):
        """At half of the time that is left; again and again while the application has no token."""
        while True:
            left = expires_at - (self.clock() + self._clock_offset)
            await asyncio.sleep(max(0.5, left / 2))
            try:
                token = await self.token(False)
                return await self.requests.request("session.refresh", {"token": token}, is_urgent=True)
            except Exception:  # As above: the session goes on until its token ends.
                if left <= 0:
                    return

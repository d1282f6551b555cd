"""One session that is kept open."""

import asyncio
import contextlib
import json
import logging

from .closing import after_close, after_refusal, name_of_close, retry_delay
from .errors import MartletError
from .liveness import Liveness
from .requests import Requests
from .tokens import TokenRefresh, Tokens
from .transport import Closed
from .understood import check_event

log = logging.getLogger("martlet")

# How long a connection may take until its session is open, in seconds.
CONNECT_PATIENCE = 15
# How many tokens in a row may be refused before the client gives up.
REFUSED_TOKENS = 5
# A session that is replaced so soon was probably replaced by an own attempt that reached the gateway late.
OWN_ATTEMPT = 20
# A session of this length shows that the gateway is well.
WELL_AFTER = 60
# Not longer than this a gateway can have a client wait, in milliseconds.
MOST_DRAIN_DELAY = 300_000
# What is said to a connection that is dead.
DEAD = 1006


class Link:
    """Connects, opens the session, finds out when the connection is dead, and comes back as the close code wants it.

    `on_login(reply)` and `on_event(event)` are called in the order of the connection, `on_state(name, reason)` at changes.
    `positions()` is what the device has, for `resume`; `token(refused)` gives a token, or a coroutine of one. `connect(url)` makes a
    connection, as transport.py does."""

    def __init__(
            self, url, user, device, platform, clock, chance, connect, token, positions, on_login, on_event, on_state):  # fmt: skip
        self.url, self.user, self.device, self.platform, self.clock = url, user, device, platform, clock
        self.chance, self.connect = chance, connect
        self.tokens, self.positions = Tokens(token), positions
        self.on_login, self.on_event, self.on_state = on_login, on_event, on_state
        self.requests = Requests(clock, chance)
        # What the connection has under way beside its reading.
        self.tasks = set()
        self.state = "stopped"
        self._task = None

    def start(self, prepare):
        """`prepare` is called before the first connection; if it fails, there is none."""
        if self.state in ("stopped", "ended"):
            self._become("connecting")
            self._task = asyncio.create_task(self._begun(prepare))

    async def stop(self):
        if self.state == "stopped":
            return
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self.tokens.stop()
        self._end("stopped", MartletError("stopped", "the application has stopped the client"))

    def _become(self, state, reason=None):
        self.state = state
        self.on_state(state, reason)

    def _end(self, state, reason):
        self.requests.stop(MartletError("stopped", reason.message))
        self._become(state, reason)

    async def _begun(self, prepare):
        try:
            await prepare()
        except Exception as error:  # Whatever a storage fails with.
            self._end("stopped", error if isinstance(error, MartletError) else MartletError("notSaved", str(error)))
        else:
            await self._run()

    async def _run(self):
        failures, refusals, has_returned = 0, 0, False
        while True:
            self._kick = self._drain_delay = self._opened = self._refreshing = None
            self._is_dead = False
            try:
                token = await self.tokens.get(refusals > 0)
                code, reason = await self._connect(token)
                error = MartletError(self._kick or name_of_close(code), reason, system="close", code=code)
                then = "later" if code == DEAD and self._drain_delay is not None else after_close(code)
            except MartletError as refusal:
                error, then = refusal, after_refusal(refusal)
            except Exception as failure:  # The network, or the application's token: the next attempt may be better.
                error, then = MartletError("connectionLost", str(failure)), "again"
            lasted = asyncio.get_running_loop().time() - self._opened if self._opened is not None else 0
            if self._opened is not None:
                refusals = 0
            if lasted >= WELL_AFTER:
                failures, has_returned = 0, False
            refusals += then == "token"
            if self._opened is not None and self._kick == "sameDevice" and lasted < OWN_ATTEMPT and not has_returned:
                has_returned = True
                delay = 1 + self.chance()
            elif then == "never" or refusals >= REFUSED_TOKENS:
                return self._end("ended", error)
            elif then == "later":
                delay = (self._drain_delay or 1000 + self.chance() * 4000) / 1000
            elif lasted >= 5:
                delay = retry_delay(failures, self.chance)
            else:
                failures += 1
                delay = retry_delay(failures, self.chance)
            self._become("waiting", error)
            await asyncio.sleep(delay)
            self._become("connecting")

    async def _connect(self, token):
        """One connection, until it has ended: its close code and reason."""
        loop = asyncio.get_running_loop()
        end = loop.time() + CONNECT_PATIENCE
        try:
            socket = await asyncio.wait_for(self.connect(self.url), CONNECT_PATIENCE)
        except asyncio.TimeoutError:
            return DEAD, "no session in time"
        except Closed as closed:
            return closed.code, closed.reason
        try:
            data = {"token": token, "user": self.user, "device": self.device, "platform": self.platform, "lean": True}
            if (named := self.positions()) is not None:
                data["resume"] = named
            await socket.send(json.dumps({"id": 0, "op": "session.open", "data": data}))
            liveness = None
            while True:
                try:
                    message = json.loads(await asyncio.wait_for(socket.receive(), None if liveness else end - loop.time()))
                except asyncio.TimeoutError:
                    return DEAD, "no session in time"
                if not isinstance(message, dict):
                    raise ValueError("no message")
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
                    self._opened = loop.time()
                    self._token_refresh = TokenRefresh(self.clock, self._refresh)
                    self._clock_offset = reply["serverTime"] / 1000 - self.clock()
                    self.requests.open(socket.send, reply.get("limits", {}))
                    self.on_login(reply)
                    self._begin(self.requests.pump())
                    self._begin(self._watch(socket, liveness))
                    self._become("open")
        except Closed as closed:
            return closed.code, "the connection is dead" if self._is_dead else closed.reason
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
        return task

    def _ended(self, task):
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # The reading finds that the connection is lost.
        if error and not isinstance(error, Closed):
            log.error("a task of the connection failed", exc_info=error)

    async def _watch(self, socket, liveness):
        """The reading ends with the connection."""
        await liveness.watch()
        self._is_dead = True
        socket.abort()

    async def _probe(self):
        """Any answer is a sign of life."""
        with contextlib.suppress(MartletError):
            await self.requests.request("session.list", {}, is_urgent=True)

    def _take(self, message):
        check_event(message)
        name, data = message["event"], message["data"]
        if name == "server.draining":
            self._drain_delay = min(data["reconnectAfterMilliseconds"], MOST_DRAIN_DELAY)
        elif name == "session.kicked":
            self._kick = data["reason"]
        elif name == "session.expiring":
            # Of two notices the later one holds.
            if self._refreshing:
                self._refreshing.cancel()
            self._refreshing = self._begin(self._token_refresh.run(data["expiresAt"] - self._clock_offset))
        self.on_event(message)

    async def _refresh(self):
        token = await self.tokens.get(False)
        await self.requests.request("session.refresh", {"token": token}, is_urgent=True)

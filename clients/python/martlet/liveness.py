"""Whether an open connection still works."""

import asyncio

# How long a probe may stay without an answer, or a request without any sign of life, in seconds.
PATIENCE = 5
# After so long without an answer to a request, and without anything else, it probes.
SOON = 1
# A timer that fires so late was held back: the machine slept, or the process was stopped.
LATE = 2
# So many characters in a second a slow network takes at least.
SLOWEST = 4000


class Liveness:
    """After a silence it asks (`probe`), and without an answer the connection is dead. While a request waits for its reply, a
    short silence is enough."""

    def __init__(self, interval, requests, probe):
        self._interval, self._requests, self._probe = interval, requests, probe
        self._heard_at = asyncio.get_running_loop().time()
        self._news = asyncio.Event()

    def heard(self):
        """A message came."""
        self._heard_at = asyncio.get_running_loop().time()
        self._news.set()

    async def watch(self):
        """Returns when the connection is dead."""
        requests, soon = self._requests, SOON
        while True:
            if requests.asked.is_set():
                requests.asked.clear()
                soon = SOON
            since, tolerance, patience = self._heard_at, self._interval, PATIENCE
            if requests.under_way:
                since = max(since, requests.asked_at)
                tolerance = min(tolerance, soon + requests.unread_length / SLOWEST)
                patience -= SOON
            left = since + tolerance - asyncio.get_running_loop().time()
            if left > 0:
                await heeded(requests.asked, left)
                continue
            self._news.clear()
            self._probe()
            if not await self._answered(patience):
                return
            # A reply may take its time.
            soon *= 2

    async def _answered(self, patience):
        loop = asyncio.get_running_loop()
        due = loop.time() + patience
        if await heeded(self._news, patience):
            return True
        # The answer may be waiting behind this very timer.
        return loop.time() - due >= LATE and await heeded(self._news, 1)


async def heeded(event, seconds):
    """Whether it happens in time. `asyncio.wait_for` would miss a cancellation that comes with the event."""
    waiting = asyncio.ensure_future(event.wait())
    try:
        return bool((await asyncio.wait([waiting], timeout=seconds))[0])
    finally:
        waiting.cancel()

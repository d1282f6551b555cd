"""Tokens of the application."""

import asyncio
import inspect

# How long the application may take to give a token, in seconds: its own request may hang.
PATIENCE = 30
# A session of this length was not opened with a token that ends soon.
YOUNG = 5


class Tokens:
    """One question at a time: whoever needs a token while one is asked for gets that one."""

    def __init__(self, provide):
        self._provide, self._asking = provide, None

    async def get(self, refused):
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(refused))
            self._asking.add_done_callback(self._answered)
        return await asyncio.shield(self._asking)

    def stop(self):
        if self._asking:
            self._asking.cancel()

    async def _ask(self, refused):
        token = self._provide(refused)
        try:
            return await asyncio.wait_for(token, PATIENCE) if inspect.isawaitable(token) else token
        except asyncio.TimeoutError:
            raise TimeoutError("the application gave no token in time") from None

    def _answered(self, asking):
        self._asking = None
        # The connection for which it was asked may be over.
        if not asking.cancelled():
            asking.exception()


class TokenRefresh:
    """Gives a session new tokens before the last one ends. `refresh()` gets a token and sends it."""

    def __init__(self, clock, refresh):
        self.clock, self.refresh = clock, refresh
        self._since = asyncio.get_running_loop().time()

    async def run(self, end):
        """The token ends at this time of this device's clock. One that is shorter than the gateway's notice comes with it at
        once, and is replaced at half of its time."""
        loop = asyncio.get_running_loop()
        wait = (end - self.clock()) / 2 if loop.time() - self._since < YOUNG else 0
        while True:
            await asyncio.sleep(max(0, wait))
            try:
                await self.refresh()
            except Exception:  # The application has none now: again and again until the session is over.
                left = end - self.clock()
                if left <= 0:
                    return
                wait = max(1, left / 4)
            else:
                self._since = loop.time()
                return

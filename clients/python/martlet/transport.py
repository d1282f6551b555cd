"""The connection below a session, by the library `websockets`. A client takes another one that has the same functions."""

import websockets


class Closed(Exception):
    """The connection has ended."""

    def __init__(self, code, reason=""):
        super().__init__(reason)
        self.code, self.reason = code, reason


class WebSocket:
    @classmethod
    async def connect(cls, url):
        """How long that may take, the caller says."""
        return cls(await websockets.connect(
            url, subprotocols=["martlet.v1.json"], open_timeout=None, ping_interval=None, close_timeout=1, max_size=None))

    def __init__(self, socket):
        self._socket = socket

    async def receive(self):
        """The next text. It fails with `Closed`, as `send` does."""
        try:
            return await self._socket.recv()
        except websockets.ConnectionClosed:
            raise self._closed() from None

    async def send(self, text):
        try:
            await self._socket.send(text)
        except websockets.ConnectionClosed:
            raise self._closed() from None

    async def close(self):
        await self._socket.close()

    def abort(self):
        """At once, of a peer that answers nothing."""
        self._socket.transport.abort()

    def _closed(self):
        # Without a close frame the network has ended it.
        return Closed(self._socket.close_code or 1006, self._socket.close_reason or "")

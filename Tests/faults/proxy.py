"""A network between a node and the database that can be slow, and cut one way or both ways.

What is sent over a cut link is neither delivered nor lost: as TCP does, it comes when the link is whole again, unless the
connection has ended by then. New connections wait, too.
"""

import asyncio
import contextlib
import threading

TO_DATABASE, FROM_DATABASE = "to", "from"
BOTH = (TO_DATABASE, FROM_DATABASE)


class Network:
    """All links, on a thread of its own."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def call(self, body):
        """Runs a coroutine there, and waits for it."""
        return asyncio.run_coroutine_threadsafe(body, self.loop).result(timeout=10)

    def stop(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=10)


class Link:
    """From a port of loopback to a Unix socket."""

    def __init__(self, network, target):
        self.network, self.target = network, target
        self.delay = 0.0
        self.connections = set()
        self.port = network.call(self.begin())

    async def begin(self):
        self.open = {way: asyncio.Event() for way in BOTH}
        for event in self.open.values():
            event.set()
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    def cut(self, ways):
        async def body():
            for way in ways:
                self.open[way].clear()

        self.network.call(body())

    def mend(self, resets=False):
        """With `resets`, the connections that were there when it was cut end, as if a router had forgotten them."""

        async def body():
            if resets:
                for writer in list(self.connections):
                    writer.transport.abort()
            for event in self.open.values():
                event.set()

        self.network.call(body())

    async def connected(self, reader, writer):
        self.connections.add(writer)
        try:
            # Over a cut link nobody connects.
            await self.open[TO_DATABASE].wait()
            if writer.transport.is_closing():
                return
            upstream_reader, upstream = await asyncio.open_unix_connection(self.target)
        except OSError:
            writer.transport.abort()
            return
        finally:
            self.connections.discard(writer)
        both = {writer, upstream}
        self.connections |= both
        try:
            await asyncio.gather(
                self.pump(reader, upstream, TO_DATABASE), self.pump(upstream_reader, writer, FROM_DATABASE)
            )
        finally:
            self.connections -= both
            for end in both:
                end.transport.abort()

    async def pump(self, reader, writer, way):
        """An end is news as well, and waits while the link is cut."""
        while True:
            try:
                data = await reader.read(1 << 16)
            except OSError:
                data = b""
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.open[way].wait()
            if not data:
                with contextlib.suppress(OSError):
                    writer.close()
                return
            with contextlib.suppress(OSError):
                writer.write(data)
                await writer.drain()

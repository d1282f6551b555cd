"""What streams lack, and is fetched."""

import asyncio

from .errors import MartletError


class Fills:
    """Live events of a stream wait while it is filled. `tell(name, data)` is given the events."""

    def __init__(self, tell):
        self.tell = tell
        # What is being fetched, by streams: the live events that wait.
        self._held = {}
        self._tasks = set()

    def __contains__(self, stream):
        return stream in self._held

    def stop(self):
        """The session is over: what is still fetched is void."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        self._held.clear()

    def live(self, stream, take):
        if stream in self._held:
            self._held[stream].append(take)
        else:
            take()

    def fill(self, stream, fetch, reset, name=None):
        """Without success the stream begins anew. `name` is the stream's name for the application."""
        self._held[stream] = held = []

        async def run():
            try:
                await fetch()
                failed = None
            except Exception as error:  # Also of an answer that is nothing of the protocol.
                failed = MartletError.from_any(error)
                if failed.name == "stopped":
                    return
            # From here on nothing waits, so no event comes in between.
            self._held.pop(stream, None)
            if failed:
                self.tell("sync.failed", {"stream": name or stream, "error": failed})
                reset()
            for take in held:
                take()

        return self.do(run())

    def do(self, work):
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

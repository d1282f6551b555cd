"""Writes to a storage."""

import asyncio


class Writes:
    """In their order: what comes while one is under way goes together into the next."""

    def __init__(self, storage, failed):
        self.storage, self.failed = storage, failed
        self._unwritten = []
        self._turn = asyncio.Lock()
        # Counts the changes that have come, and those of them that are done.
        self._last = self._done = 0
        self._has_failed = False

    async def write(self, change):
        """Whether it is written."""
        self._unwritten.append(change)
        self._last += 1
        return await self._reach(self._last)

    async def flush(self):
        """Writes what waits."""
        await self._reach(self._last)

    async def _reach(self, number):
        async with self._turn:
            if self._done < number:
                changes, self._unwritten = self._unwritten, []
                self._done, self._has_failed = self._last, False
                try:
                    await self.storage.write(changes)
                except Exception as error:  # Whatever a storage fails with.
                    self._has_failed = True
                    self.failed(error)
            return not self._has_failed

    async def clear(self):
        """Forgets what is unwritten, and waits for what is under way."""
        self._unwritten, self._done = [], self._last
        async with self._turn:
            pass

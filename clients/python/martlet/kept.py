"""Positions that the next run goes on from."""

import asyncio

KEY = "positions"
# Events come in swarms: what all of them have changed is written once, so many seconds later.
PAUSE = 0.1


class KeptPositions:
    def __init__(self, storage, positions, on_unsaved):
        self.storage, self.positions, self.on_unsaved = storage, positions, on_unsaved
        self._is_due = False
        self._task = None

    def load(self):
        """What an earlier run has told; this one's own positions are newer."""
        kept = self.storage.load().get(KEY)
        if kept and self.positions.user is None:
            self.positions.restore(kept)

    def save(self):
        """Something was told."""
        self._is_due = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def stop(self):
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._write()

    async def _run(self):
        while self._is_due:
            await asyncio.sleep(PAUSE)
            await self._write()

    async def _write(self):
        self._is_due = False
        try:
            await self.storage.write(KEY, self.positions.kept())
        except Exception as error:  # Whatever a storage fails with.
            self.on_unsaved(error)

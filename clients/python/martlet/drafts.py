"""Texts that the user has begun to write."""

import asyncio

from .bodies import copied
from .writes import Writes

SPACE = "draft"


class Drafts:
    """By conversations, kept in the storage. Nothing of the gateway touches them. `changed(id)` is told."""

    def __init__(self, storage, changed, unsaved):
        self.storage, self.changed, self.unsaved = storage, changed, unsaved
        self._writes = Writes(storage, unsaved)
        # None for one that is no more.
        self._drafts = {}
        self._tasks = set()
        self._has_ended = False

    async def load(self):
        """Takes in drafts of an earlier run; those of this one are newer."""
        try:
            kept = await self.storage.range(SPACE)
        except Exception as error:  # Whatever a storage fails with.
            self.unsaved(error)
            return
        for id, draft in kept:
            if id not in self._drafts and not self._has_ended:
                self._take(id, draft)

    def get(self, id):
        return self._drafts.get(id)

    def keep(self, id, draft):
        # A copy, since the application may go on with its own.
        draft = None if is_empty(draft) else copied(draft)
        if self._has_ended or id in self._drafts and self._drafts[id] == draft:
            return
        if draft is not None:
            self.storage.note(SPACE, id, draft)
        task = asyncio.ensure_future(self._writes.write((SPACE, id, draft)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._take(id, draft)

    def _take(self, id, draft):
        self._drafts[id] = draft
        self.changed(id)

    async def flush(self):
        """Writes what waits."""
        await asyncio.gather(*self._tasks)

    async def clear(self):
        """Forgets all of them; when it is done, nothing more is written."""
        self._has_ended = True
        for id in self._drafts:
            self._take(id, None)
        await self._writes.clear()


def is_empty(draft):
    """A draft of which no member says anything is none."""
    if isinstance(draft, (dict, list, tuple)):
        return all(map(is_empty, draft.values() if isinstance(draft, dict) else draft))
    return draft is None or draft == ""

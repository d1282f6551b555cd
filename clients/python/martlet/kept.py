"""Positions that the next run goes on from, and a store's rows."""

import asyncio

from .errors import MartletError

# Where the streams are kept of which there is one each. Each conversation has a row of its own.
SPACE, KEY = "meta", "streams"
OF_CONVERSATIONS = "position"
# Events come in swarms: what all of them have changed is written once, so many seconds later.
PAUSE = 0.1


class KeptPositions:
    """Keeps in the storage what was told, so that the next run goes on there: of each conversation what has changed. A
    store's `rows` go into the same write, so a crash repeats, and skips nothing. With `is_for_rows` nothing is kept
    without them."""

    def __init__(self, storage, sync, on_unsaved, is_for_rows=False):
        self.storage, self.sync, self.positions, self.on_unsaved = storage, sync, sync.positions, on_unsaved
        self.is_for_rows, self.rows = is_for_rows, None
        self._loading = self._timer = self._saving = None
        self._is_due = False
        # At most one write is under way; the others wait for their turn.
        self._turn, self._writing = asyncio.Lock(), set()
        # The positions that the storage has.
        self._user, self._places = None, {}
        # Counts what is written: conversations that were heard of later have higher numbers.
        self._number = 0

    async def load(self):
        """Reads what an earlier run has told, once, unless that fails."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._load())
        loading = self._loading
        try:
            await asyncio.shield(loading)
        except Exception:
            if self._loading is loading:
                self._loading = None
            raise

    async def _load(self):
        if self.rows and not await self.rows.load():
            self._end()
        if self._is_off:
            return
        streams = dict(await self.storage.range(SPACE)).get(KEY)
        rows = sorted(await self.storage.range(OF_CONVERSATIONS), key=lambda row: row[1]["turn"])
        if self.rows and (streams or {}).get("isListed") is None:
            self.rows.forget()
        # Positions of this run are newer.
        if streams is None or self.positions.user is not None:
            return
        self._places = {id: row["place"] for id, row in rows}
        self._number = rows[-1][1]["turn"] if rows else 0
        self.positions.restore(streams, self._places.items())
        self._user = self.positions.user
        if self.rows and streams.get("isListed"):
            self.sync.restore(self.rows.restored())

    @property
    def _is_off(self):
        return self.is_for_rows and self.rows is None

    def save(self):
        """Something was told."""
        if self._is_off:
            return
        self._is_due = True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._begin)

    def _begin(self):
        self._timer = None
        self._saving = asyncio.ensure_future(self.flush())

    async def flush(self):
        """Writes at once what waits to be written, also if the caller is cancelled."""
        writing = asyncio.ensure_future(self._flush())
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        await asyncio.shield(writing)

    async def _flush(self):
        async with self._turn:
            self._cancel()
            if self._is_due:
                self._is_due = False
                await self._write()

    async def between_writes(self, read, *arguments):
        """Reads the storage while nothing is written."""
        async with self._turn:
            return await read(*arguments)

    async def clear(self):
        """Forgets what is unwritten, and waits for what is under way."""
        self._is_due = False
        async with self._turn:
            self._cancel()
            self._end()

    def has_all_of(self, conversation):
        """Whether what was told of the conversation is written, and what was told of messages that are gone."""
        written, place = self._places.get(conversation, {}), self.positions.place(conversation)
        return self._user == self.positions.user and written == place

    def _end(self):
        if self.rows:
            self.rows.end()
        self.rows = None

    def _cancel(self):
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def _write(self):
        # As it is now, with the rows as they are now: what is told meanwhile is in the next write.
        user, places, rows = self.positions.user, self.positions.places(), []
        changes = self._changes(places)
        try:
            if self.rows:
                rows = await self.rows.take()
            await self.storage.write([*rows, *changes])
            self._user, self._places = user, places
        except Exception as error:  # Whatever a storage fails with.
            # Nobody knows what the storage has now: the next write has everything.
            self._user, self._places = None, dict.fromkeys([*self._places, *places])
            if self.rows:
                self.rows.put_back(rows)
            await self.fail(error)

    async def fail(self, error):
        """The storage has failed: what a damaged one has is void."""
        if self.rows and isinstance(error, MartletError) and error.name == "damaged":
            self._user, self._places = None, {}
            await self.rows.rescue(error)
        else:
            self.on_unsaved(error)

    def _changes(self, places):
        listed = {"isListed": self.sync.is_listed} if self.rows else {}
        changes = [(SPACE, KEY, {**self.positions.streams(), **listed})]
        for id, place in places.items():
            if self._places.get(id) != place:
                self._number += 1
                changes.append((OF_CONVERSATIONS, id, {"turn": self._number, "place": place}))
        return [*changes, *((OF_CONVERSATIONS, id, None) for id in self._places if id not in places)]

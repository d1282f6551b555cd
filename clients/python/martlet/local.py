"""The store's rows on the device."""

from .batch import Batch, after, keys_of
from .errors import MartletError
from .shelves import Shelves

# A release that changes what rows mean counts on.
SCHEMA = 1
# No answer of the gateway touches these, and they are saved from a store that cannot be read.
OWN = ("outbox", "draft")
# So often what is on the device is compared with what was told, until the gateway is asked instead.
MOST_TRIES = 5


class LocalStore:
    """Each change is noted, and all changes of a moment are written with the positions that they stand for.
    `is_open(id)` says whether the program shows the conversation."""

    def __init__(self, client, is_open):
        self.client, self.storage, self.clock = client, client._storage, client.clock
        self.conversations, self.total_unread, self.is_listed = {}, 0, False
        # It writes the rows.
        self._kept = client._keep(self)
        self._shelves = Shelves(self.now, is_open)
        # The gateway's clock as it was told last, and by how much it was ahead of this device's.
        self._told, self._offset = 0, 0
        # Until it is told in this run, this device's clock may have been set to anything.
        self._is_time_told = self._has_ended = False

    async def open(self):
        """Reads what is there. If positions are kept, connect() fails with what this tells."""
        try:
            await self._kept.load()
        except Exception as error:  # Whatever a storage fails with.
            self.client._unsaved(error)

    def now(self):
        """The gateway's clock as it is known, in milliseconds: it never goes back, whatever this device's does."""
        return max(self._told, self.clock() * 1000 + self._offset)

    def tell_time(self, told, offset=None):
        self._told, self._is_time_told = max(self._told, told), True
        self._offset = self._offset if offset is None else offset

    # Called by kept.py, which writes the rows with the positions.

    async def load(self):
        """False: the rows cannot be kept, and the store goes on in memory."""
        try:
            spaces = ("meta", "conversation", "range")
            meta, conversations, shelves = [dict(await self.storage.range(space)) for space in spaces]
            if meta.get("schema", 0) > SCHEMA:
                raise MartletError("damaged", f"the store is of a later release: {meta['schema']}")
        except Exception as error:  # Whatever a storage fails with.
            if is_damage(error):
                return await self._save_own(error)
            self.client._unsaved(error)
            return False
        self.conversations.update(conversations)
        self.total_unread = meta.get("total", 0)
        self._told, self._offset = (meta.get("time", {}).get(name, 0) for name in ("told", "offset"))
        self._shelves.restore(shelves)
        return True

    async def _save_own(self, reason):
        """Goes on with the outbox and the drafts alone; the rest is read from the gateway again."""
        try:
            await self.storage.clear(OWN)
        except Exception as error:  # Whatever a storage fails with.
            self.client._unsaved(error)
            return False
        self.client._emit("storeLost", reason)
        return True

    async def rescue(self, reason):
        """The storage is found damaged while the client runs."""
        if await self._save_own(reason):
            self._shelves.restore({})
            for id, conversation in self.conversations.items():
                self._shelves.put("conversation", id, conversation)
            self._kept.save()

    def restored(self):
        """The list that was read."""
        self.is_listed = True
        return list(self.conversations.values())

    def forget(self):
        """Positions have gone on without what was read."""
        self.conversations.clear()
        self.total_unread = 0
        self._shelves.restore({})
        for space in ("conversation", "range", "message", "end"):
            self._shelves.step(lambda batch, space=space: batch.empty(space))

    def end(self):
        """Nothing is kept any more."""
        self._has_ended = True

    async def take(self):
        """The changes up to now, which are written next."""
        meta = {"schema": SCHEMA, "total": self.total_unread, "time": {"told": self._told, "offset": self._offset}}
        now = self.now() if self._is_time_told else self._told
        batch = Batch(self.storage)
        await self._shelves.carry_out(batch)
        await self._shelves.expire(batch, now)
        for key, value in meta.items():
            batch.put("meta", key, value)
        return batch.changes()

    def put_back(self, changes):
        """It could not be written."""
        self._shelves.put_back(changes)

    # Called by the store, as it is told.

    def put_conversation(self, conversation):
        self._put("conversation", conversation["conversationID"], conversation)

    def delete_conversation(self, id):
        self.forget_messages(id)
        self._put("conversation", id, None)

    def put_total(self, total):
        self.total_unread = total
        self._noted()

    def add(self, message, is_own):
        """`is_own`: it was acknowledged, and may have been stored long before."""
        self.tell_time(message["time"])
        # Of a conversation that nothing is known of, what was before it may be missing.
        place = self._kept.positions.of(message["conversationID"])
        if place is not None and self._noted():
            self._shelves.add(message, is_own and place > message["seq"])

    def change(self, message):
        if self._noted():
            self._shelves.change(message)

    def drop(self, id, messages):
        if self._noted():
            self._shelves.drop(id, messages)

    def gap(self, id, to):
        if self._noted():
            self._shelves.gap(id, to)

    def reset(self, stream):
        """Events of a stream are missing: of the user's, those that tell of deleted messages."""
        if self._noted():
            for id in self._shelves.ids if stream == "user" else [stream]:
                self._shelves.reset(id, self._kept.positions.of(id) or 0)

    def forget_messages(self, id):
        if self._noted():
            self._shelves.forget(id)

    def page(self, id, before, page):
        if self._noted():
            self._shelves.page(id, before, page)

    def _put(self, *change):
        if self._noted():
            self._shelves.put(*change)

    def _noted(self):
        """Whether what is noted now is written."""
        if not self._has_ended:
            self._kept.save()
        return not self._has_ended

    # Pages

    async def read(self, id, before, limit):
        """Messages of the newest range that are older than `before`, or the newest if that is 0; stale if they are of
        before a gap, or may be gone. None if the gateway must be asked: there are none, or the device has not what was
        told."""
        if self._noted():
            self._shelves.look(id)
        for _ in range(MOST_TRIES):
            if self._has_ended:
                break
            await self._kept.flush()
            is_written, page = await self._kept.between_writes(self._page, id, before, limit)
            if is_written:
                return page
        return None

    async def _page(self, id, before, limit):
        try:
            page = await self._written(id, before, limit)
        except Exception as error:  # Whatever a storage fails with.
            await self._kept.fail(error)
            return True, None
        return self._kept.has_all_of(id), page

    async def _written(self, id, before, limit):
        shelf = dict(await self.storage.range("range", id, after(id))).get(id)
        if not shelf or not shelf["ranges"]:
            return None
        newest, *older = shelf["ranges"]
        is_stale = before == 0 and newest["to"] < newest["from"] and bool(older)
        first, last = (older[0] if is_stale else newest)["from"], (older[0] if is_stale else newest)["to"]
        if before and before <= first:
            return None
        keys = keys_of(id, first, min(last, before - 1) if before else last)
        messages = [message for _, message in await self.storage.range("message", *keys, limit)]
        low = messages[-1]["seq"] if len(messages) == limit else first
        if not messages and low > 1:
            return None
        return {"messages": messages, "cursor": low, "isFinished": low <= 1, "isStale": is_stale}


def is_damage(error):
    return isinstance(error, MartletError) and error.name == "damaged"

"""The messages on the device."""

from .batch import end_of, key_of, keys_of, seq_of
from .changes import merged
from .ranges import cut, includes, with_gap, with_message, with_page, with_reset
from .storage import text_of

# So much the device keeps; the conversation that was not looked at for longest gives way.
MOST_MESSAGES = 20_000
MOST_BYTES = 64 * 2**20
MOST_UNOPENED = 500
# So many messages stay of a conversation that gives way, at first.
REMAINDER = 50


class Shelves:
    """Each change of what is there is noted as a step, which the next write carries out: a coroutine function of the
    batch. Of each conversation a shelf says where messages are without holes, how many, and when the user looked at
    them last. `now()` is in milliseconds; `is_open(id)` says whether the program shows the conversation."""

    def __init__(self, now, is_open):
        self.now, self.is_open = now, is_open
        self._shelves, self._steps = {}, []
        # Those whose rows are to be written.
        self._touched = {}

    def restore(self, rows):
        """Goes on with what is on the device."""
        self._shelves, self._steps = dict(rows), []
        self._touched.clear()

    @property
    def ids(self):
        return list(self._shelves)

    def step(self, step):
        self._steps.append(step)

    def put(self, *change):
        """A row that is no message's."""

        async def put(batch):
            batch.put(*change)

        self.step(put)

    def put_back(self, changes):
        """Steps that were carried out, and not written."""

        async def put(batch):
            for change in changes:
                batch.put(*change)

        self._steps.insert(0, put)

    def add(self, message, is_late):
        """A message that was told, behind all others, or an own one that is late: what is between may not be here."""
        id, seq = message["conversationID"], message["seq"]
        ranges = self._shelf(id)["ranges"]
        is_newest = not is_late and (not ranges or seq > ranges[0]["to"])
        if is_newest:
            self._become(id, with_message(ranges, seq))
        elif not includes(ranges, seq):
            return

        async def put(batch):
            known = None if is_newest else await batch.get("message", key_of(id, seq))
            self._put(batch, merged(known, message) if known else message, known)

        self._step_of(id, put)

    def change(self, message):
        """A message as it is now."""
        id, seq = message["conversationID"], message["seq"]
        if not includes(self._shelves.get(id, {}).get("ranges", ()), seq):
            return

        async def put(batch):
            known = await batch.get("message", key_of(id, seq))
            if known:
                self._put(batch, merged(known, message), known)

        self._step_of(id, put)

    def drop(self, id, messages):
        """Messages are gone, by their ids."""

        async def remove(batch):
            for known in (await batch.range("message", *keys_of(id))).values():
                if known["msgId"] in messages:
                    self._remove(batch, known)

        if id in self._shelves:
            self._step_of(id, remove)

    def gap(self, id, to):
        """Messages up to `to` were not fetched."""
        if id in self._shelves:
            self._become(id, with_gap(self._shelves[id]["ranges"], to))

    def reset(self, id, to):
        """The stream goes on behind `to`; what is before it may be gone, and what is behind it is."""
        if id in self._shelves:
            self._become(id, with_reset(self._shelves[id]["ranges"], to))
            self.step(lambda batch: self._remove_all(batch, keys_of(id, to + 1)))

    def forget(self, id):
        """The conversation is no more."""
        if not self._shelves.pop(id, None):
            return

        async def empty(batch):
            await self._remove_all(batch, keys_of(id))
            # A shelf that was begun since has lost the messages of the old one, which it never counted.
            self._shelves.get(id, {}).update(count=0, bytes=0)

        self._step_of(id, empty)

    def page(self, id, before, page):
        """A page was read from the gateway, of messages older than `before`, or of the newest if that is 0."""
        messages = page["messages"]
        ranges = self._shelf(id)["ranges"]
        low, top = 1 if page["isFinished"] else page["cursor"], messages[0]["seq"] if messages else 0
        grown = with_page(ranges, before, low, top)
        if grown is None:
            return
        self._become(id, grown)
        high = before - 1 if before else max(top, ranges[0]["from"] - 1 if ranges else 0)

        async def put(batch):
            known = await batch.range("message", *keys_of(id, low, high))
            new = {key_of(id, message["seq"]): message for message in messages}
            for key, message in known.items():
                if key not in new:
                    self._remove(batch, message)
            for key, message in new.items():
                self._put(batch, message, known.get(key))

        self.step(put)

    def look(self, id):
        """The user looks at a conversation."""
        if id in self._shelves:
            self._shelves[id]["seen"] = self.now()
            self._touched[id] = None

    async def carry_out(self, batch):
        """Carries out the steps up to now. Those that are noted meanwhile are in the next write."""
        steps, self._steps = self._steps, []
        ranges = {id: self._shelves[id]["ranges"] if id in self._shelves else None for id in self._touched}
        self._touched.clear()
        try:
            for step in steps:
                await step(batch)
            await self._bound(batch, ranges)
        except BaseException:
            self._steps[:0] = steps
            self._touched.update(dict.fromkeys(ranges))
            raise
        for id, kept in ranges.items():
            shelf = self._shelves.get(id)
            batch.put("range", id, {**shelf, "ranges": kept} if shelf and kept is not None else None)

    async def expire(self, batch, now):
        """Removes messages that have ended."""
        for end, key in (await batch.range("end", "", end_of(now + 1))).items():
            message = await batch.get("message", key)
            if message:
                self._remove(batch, message)
            batch.put("end", end, None)

    def _shelf(self, id):
        return self._shelves.setdefault(id, {"ranges": [], "count": 0, "bytes": 0, "seen": 0})

    def _step_of(self, id, step):
        self._touched[id] = None
        self.step(step)

    def _become(self, id, ranges):
        self._shelf(id)["ranges"] = ranges
        self._touched[id] = None

    def _put(self, batch, message, known=None):
        """`known` is the row in its place."""
        if known:
            self._remove(batch, known)
        key = key_of(message["conversationID"], message["seq"])
        batch.put("message", key, message)
        if "expireAt" in message:
            batch.put("end", end_of(message["expireAt"], key), key)
        self._count(message, 1)

    def _remove(self, batch, message):
        key = key_of(message["conversationID"], message["seq"])
        batch.put("message", key, None)
        if "expireAt" in message:
            batch.put("end", end_of(message["expireAt"], key), None)
        self._count(message, -1)

    async def _remove_all(self, batch, keys):
        for message in (await batch.range("message", *keys)).values():
            self._remove(batch, message)

    def _count(self, message, one):
        shelf = self._shelves.get(message["conversationID"])
        if shelf:
            shelf["count"] += one
            shelf["bytes"] += one * len(text_of(message))

    async def _bound(self, batch, ranges):
        """Has what gives way removed. `ranges` are written."""
        for id in list(ranges):
            if self._shelves.get(id, {"count": 0})["count"] > MOST_UNOPENED and not self.is_open(id):
                await self._shorten(batch, ranges, id, MOST_UNOPENED - REMAINDER)
        while self._total("count") > MOST_MESSAGES or self._total("bytes") > MOST_BYTES:
            filled = [id for id, shelf in self._shelves.items() if shelf["count"] > 0]
            long = [id for id in filled if self._shelves[id]["count"] > REMAINDER]
            id = min(long or filled, key=lambda id: float("inf") if self.is_open(id) else self._shelves[id]["seen"])
            count = self._shelves[id]["count"]
            least = max(REMAINDER, count // 2) if self.is_open(id) else REMAINDER
            await self._shorten(batch, ranges, id, least if count > least else 0)

    def _total(self, of):
        return sum(shelf[of] for shelf in self._shelves.values())

    async def _shorten(self, batch, ranges, id, count):
        """Leaves the newest messages of a conversation."""
        rows = sorted((await batch.range("message", *keys_of(id))).items())
        kept, gone = rows[:count], rows[count:]
        for _, message in gone:
            self._remove(batch, message)
        shelf = self._shelf(id)
        # Counted anew, so that an error of the count does not stay.
        shelf["count"], shelf["bytes"] = len(kept), sum(len(text_of(message)) for _, message in kept)
        if gone:
            first = seq_of(gone[0][0]) + 1
            ranges[id] = cut(ranges.get(id) or shelf["ranges"], first)
            shelf["ranges"] = cut(shelf["ranges"], first)

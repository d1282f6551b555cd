"""Rows that are written next, and the keys of messages."""

# The highest `seq` of a message.
HIGHEST = 0xFFFFFFFF
# No conversation's id has it, so no conversation's messages stand between those of another.
SEPARATOR = "\t"


class Batch:
    """The changes of the next write, in front of the rows that the storage has."""

    def __init__(self, storage):
        self.storage, self._spaces = storage, {}

    def put(self, space, key, value):
        """`None` removes."""
        self._spaces.setdefault(space, {})[key] = value

    async def range(self, space, start="", end=None):
        """The rows of a space as they will be, by their keys and not in order."""
        rows = dict(await self.storage.range(space, start, end))
        for key, value in self._spaces.get(space, {}).items():
            if key >= start and (end is None or key < end):
                rows[key] = value
        return {key: value for key, value in rows.items() if value is not None}

    async def get(self, space, key):
        if key in self._spaces.get(space, {}):
            return self._spaces[space][key]
        return dict(await self.storage.range(space, key, after(key))).get(key)

    async def empty(self, space):
        """Removes all rows of a space."""
        for key in await self.range(space):
            self.put(space, key, None)

    def changes(self):
        return [(space, key, value) for space, rows in self._spaces.items() for key, value in rows.items()]


def after(key):
    """The first key behind another."""
    return f"{key}\0"


def key_of(conversation, seq):
    """The key of a message: the newest of a conversation come first."""
    return f"{conversation}{SEPARATOR}{HIGHEST - seq:010}"


def seq_of(key):
    return HIGHEST - int(key[-10:])


def keys_of(conversation, low=0, high=HIGHEST):
    """Where the keys of a conversation's messages begin and end, from `low` to `high`."""
    return key_of(conversation, min(high, HIGHEST)), after(key_of(conversation, low))


def end_of(time, key=""):
    """The key under which it is noted when a message ends: the one that ends first comes first."""
    return f"{int(time):016}{SEPARATOR}{key}"

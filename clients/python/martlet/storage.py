"""Where a client keeps rows: unsent messages, positions, and what a store has."""

import json
from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any, Protocol, Tuple

# A row that changes: its space, its key, and its value, which is JSON; None removes it.
Change = Tuple[str, str, Any]


class Storage(Protocol):
    """Keeps rows in spaces, by the order of their keys. tests/contract.py has these rules as tests."""

    async def range(
            self, space: str, start: str = "", end: str | None = None,
            limit: int | None = None) -> list[tuple[str, Any]]:  # fmt: skip
        """The rows of a space with keys from `start` on and before `end`, the first `limit` of them; None bounds
        nothing."""

    async def write(self, changes: Sequence[Change]) -> None:
        """All of them, in their order, or none. It returns when they are safe."""

    def note(self, space: str, key: str, value: Any) -> None:
        """Begins to write a row that a `write` will have, so that it is kept if the program ends before that."""

    async def clear(self, kept: Collection[str] = ()) -> None:
        """Removes everything but the rows of these spaces that can be read, also from a storage that is damaged."""

    async def close(self) -> None:
        """A closed storage is opened again when it is used."""


class MemoryStorage:
    """Keeps rows as long as the program runs."""

    def __init__(self) -> None:
        self._spaces: dict[str, tuple[list[str], dict[str, str]]] = {}

    async def range(
            self, space: str, start: str = "", end: str | None = None,
            limit: int | None = None) -> list[tuple[str, Any]]:  # fmt: skip
        keys, texts = self._spaces.get(space, ([], {}))
        first, last = bisect_left(keys, start), len(keys) if end is None else bisect_left(keys, end)
        last = last if limit is None else min(last, first + limit)
        return [(key, json.loads(texts[key])) for key in keys[first:last]]

    async def write(self, changes: Sequence[Change]) -> None:
        for space, key, text in encoded(changes):
            keys, texts = self._spaces.setdefault(space, ([], {}))
            place = bisect_left(keys, key)
            if text is not None:
                if key not in texts:
                    keys.insert(place, key)
                texts[key] = text
            elif texts.pop(key, None) is not None:
                del keys[place]

    def note(self, space: str, key: str, value: Any) -> None:
        """Rows in memory end with the program."""

    async def clear(self, kept: Collection[str] = ()) -> None:
        self._spaces = {space: rows for space, rows in self._spaces.items() if space in kept}

    async def close(self) -> None:
        pass


def encoded(changes):
    """The changes with their values as texts. One that is no JSON fails here, before any is done."""
    return [(space, key, None if value is None else text_of(value)) for space, key, value in changes]


def text_of(value):
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # Half of a character is in no text.
    text.encode()
    return text

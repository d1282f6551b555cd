"""A storage in a file."""

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from .errors import MartletError
from .moved import rows_of_former
from .storage import Change, encoded

# One table for all spaces: what is asked for is a range of keys of one space.
TABLE = """CREATE TABLE IF NOT EXISTS row (
    space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (space, key)) WITHOUT ROWID"""
# A file for one process, which takes its lock with the first transaction and keeps it. Removed rows are overwritten.
PRAGMAS = ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON")
# SQLite's files beside a database.
SIDES = ("-wal", "-shm")


class FileStorage:
    """In an SQLite database: a write is on the disk before the call returns. One process holds the file; another one
    gets the error `inUse`. A thread does what is asked for, in its order. A file of release 0.3 goes over by itself."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._thread = ThreadPoolExecutor(1, "martlet-storage")
        self._database: sqlite3.Connection | None = None
        # Rows that wait to be noted, and those that were noted and whose write has not come.
        self._to_note: list[tuple[str, str, str]] = []
        self._noted: dict[tuple[str, str], str] = {}

    async def range(
            self, space: str, start: str = "", end: str | None = None,
            limit: int | None = None) -> list[tuple[str, Any]]:  # fmt: skip
        return await self._do(self._range, space, start, end, limit)

    async def write(self, changes: Sequence[Change]) -> None:
        await self._do(self._write, encoded(changes))

    def note(self, space: str, key: str, value: Any) -> None:
        self._to_note += encoded([(space, key, value)])
        # If this fails, the write of the row tells it. At the end of the program what was begun here is finished.
        self._thread.submit(self._note)

    async def clear(self, kept: Collection[str] = ()) -> None:
        await self._do(self._clear, tuple(kept))

    async def close(self) -> None:
        await self._do(self._close)

    async def _do(self, action, *arguments):
        """A call that is cancelled is carried out all the same."""
        return await asyncio.shield(asyncio.wrap_future(self._thread.submit(self._tell, action, *arguments)))

    def _tell(self, action, *arguments):
        try:
            return action(*arguments)
        except sqlite3.OperationalError as error:
            name = "inUse" if "locked" in str(error) else "notSaved"
            raise MartletError(name, f"{self.path}: {error}") from error
        except (sqlite3.DatabaseError, ValueError) as error:
            raise MartletError("damaged", f"{self.path}: {error}") from error

    # In the thread

    def _range(self, space, start, end, limit):
        until, bounds = ("", ()) if end is None else (" AND key < ?", (end,))
        rows = self._opened().execute(
            f"SELECT key, value FROM row WHERE space = ? AND key >= ?{until} ORDER BY key LIMIT ?",
            (space, start, *bounds, -1 if limit is None else limit))
        return [(key, json.loads(text)) for key, text in rows]

    def _note(self):
        rows, self._to_note = self._to_note, []
        if rows:
            self._put(rows)
            self._noted.update({(space, key): text for space, key, text in rows})

    def _write(self, changes):
        self._put([(*row, text) for *row, text in changes if self._noted.pop(tuple(row), None) != text or text is None])

    def _put(self, changes):
        if changes:
            put(self._opened(), changes)

    def _clear(self, kept):
        self._noted.clear()
        rows, is_damaged = self._kept(kept)
        self._close()
        if kept:
            self._renew(rows, is_damaged)
            return
        for name in (self.path, f"{self.path}.new", f"{self.path}.damaged"):
            for side in ("", *SIDES):
                if os.path.exists(name + side):
                    os.remove(name + side)

    def _kept(self, spaces):
        """The rows of some spaces as far as they can be read, and whether something cannot."""
        try:
            database = self._opened(checks=False)
            if not spaces:
                # Overwritten rows cannot be read from the disk when the file is removed.
                database.execute("DELETE FROM row")
                return [], False
        except (sqlite3.DatabaseError, MartletError) as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            return [], bool(spaces)
        rows, is_damaged = {}, False
        for space in spaces:
            # From both ends up to what is damaged.
            for order in ("ASC", "DESC"):
                try:
                    query = f"SELECT key, value FROM row WHERE space = ? ORDER BY key {order}"
                    for key, text in database.execute(query, (space,)):
                        if is_json(text):
                            rows[space, key] = text
                        else:
                            is_damaged = True
                except sqlite3.DatabaseError:
                    is_damaged = True
                else:
                    break
        return [(*row, text) for row, text in rows.items()], is_damaged or not is_sound(database)

    def _opened(self, checks=True):
        if self._database is None:
            former = rows_of_former(self.path)
            if former is not None:
                self._renew(encoded(former))
            self._database = connected(self.path, PRAGMAS)
            if checks and not is_sound(self._database):
                self._close()
                raise MartletError("damaged", f"{self.path} is damaged")
        return self._database

    def _renew(self, rows, is_damaged=False):
        """Makes the file anew, with these rows: whatever happens, either the former one is there or this one. A damaged
        one stays beside it."""
        new = f"{self.path}.new"
        if os.path.exists(new):
            os.remove(new)
        with closing(connected(new, PRAGMAS[2:])) as database:
            put(database, rows)
        if is_damaged:
            shutil.copy(self.path, f"{self.path}.damaged")
        for side in SIDES:
            if os.path.exists(self.path + side):
                os.replace(self.path + side, f"{self.path}.damaged{side}")
        os.replace(new, self.path)
        sync_folder(self.path)

    def _close(self):
        """The write-ahead log is emptied with it."""
        if self._database is not None:
            database, self._database = self._database, None
            database.close()


def connected(path, pragmas):
    # For its user alone, as are the files beside it.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    database = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        for pragma in pragmas:
            database.execute(f"PRAGMA {pragma}")
        database.execute("BEGIN EXCLUSIVE")
        database.execute(TABLE)
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def put(database, changes):
    database.execute("BEGIN IMMEDIATE")
    try:
        for space, key, text in changes:
            if text is None:
                database.execute("DELETE FROM row WHERE space = ? AND key = ?", (space, key))
            else:
                database.execute("REPLACE INTO row VALUES (?, ?, ?)", (space, key, text))
        database.execute("COMMIT")
    except BaseException:
        # SQLite has taken it back by itself if the disk is full.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def is_sound(database):
    return [*database.execute("PRAGMA quick_check(1)")] == [("ok",)]


def is_json(text):
    try:
        json.loads(text)
    except (ValueError, TypeError):
        return False
    return True


def sync_folder(path):
    """Has the disk keep a file's new name. Windows has no such thing."""
    if os.name == "nt":
        return
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)

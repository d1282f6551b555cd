"""Where messages wait that were not acknowledged, and where positions are kept."""

import asyncio
import contextlib
import json
import logging
import os
import threading
from typing import Any

log = logging.getLogger("martlet")

# A file may have so many bytes that are out of date before it is worth to write it anew.
SPARE = 100_000


class MemoryStorage:
    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def load(self) -> dict[str, Any]:
        return dict(self.values)

    async def write(self, key: str, value: Any) -> None:
        """`None` removes."""
        self._put(key, value)

    async def close(self) -> None:
        pass

    def _put(self, key, value):
        self.values.pop(key, None)
        if value is not None:
            self.values[key] = value


class FileStorage(MemoryStorage):
    """In a file: each write is a line at its end, on the disk before the call returns. Only one process may use it. When most of
    its lines are out of date, or a write has failed, everything is written anew."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__()
        self.path = path
        self._lock = threading.Lock()
        self._file = None
        # The size of the file, and what it was when everything was written anew.
        self._size = self._size_anew = 0
        self._is_read = False

    def load(self) -> dict[str, Any]:
        with self._lock:
            self._read()
            return super().load()

    async def write(self, key: str, value: Any) -> None:
        await asyncio.to_thread(self._write, key, value)

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _write(self, key, value):
        line = f"{json.dumps([key, value])}\n".encode()
        with self._lock:
            self._read()
            self._put(key, value)
            if self._file is None or self._size > 4 * self._size_anew + SPARE:
                self._rewrite()
                return
            try:
                write_all(self._file, line)
                self._size += len(line)
            except OSError:
                # Half of the line may be there: nothing may follow it.
                self._end_file()
                raise

    def _read(self):
        if self._is_read:
            return
        content = b""
        with contextlib.suppress(FileNotFoundError), open(self.path, "rb") as file:
            content = file.read()
        damaged = 0
        # What follows the last line feed was being written when the process ended.
        for line in content.split(b"\n")[:-1]:
            try:
                key, value = json.loads(line)
                self._put(key, value)
            except (ValueError, TypeError):
                damaged += 1
        if damaged:
            with open(self.path + ".damaged", "wb", opener=private) as file:
                file.write(content)
            log.error("%s: %d damaged lines were passed over; %s.damaged is the whole file", self.path, damaged, self.path)
        self._is_read = True

    def _rewrite(self):
        self._end_file()
        content = "".join(f"{json.dumps([key, value])}\n" for key, value in self.values.items()).encode()
        with open(self.path + ".new", "wb", buffering=0, opener=private) as file:
            write_all(file.fileno(), content)
        os.replace(self.path + ".new", self.path)
        folder = os.open(os.path.dirname(os.path.abspath(self.path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self._file, self._size = os.open(self.path, os.O_WRONLY | os.O_APPEND), len(content)
        self._size_anew = self._size

    def _close(self):
        with self._lock:
            self._end_file()

    def _end_file(self):
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)


def private(path, flags):
    """For its user alone."""
    return os.open(path, flags, 0o600)


def write_all(file, content):
    """On the disk afterwards."""
    while content:
        content = content[os.write(file, content) :]
    os.fsync(file)

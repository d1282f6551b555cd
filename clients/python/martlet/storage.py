"""Where messages wait that were not acknowledged."""

import asyncio
import json
import os


class MemoryStorage:
    def __init__(self):
        self.values = {}

    def load(self):
        return dict(self.values)

    async def write(self, key, value):
        """`None` removes."""
        self.values.pop(key, None)
        if value is not None:
            self.values[key] = value


class FileStorage(MemoryStorage):
    """In a file: each write is a line at its end, on the disk before the call returns. Only one process may use it."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.lock = asyncio.Lock()
        self.file = None

    def load(self):
        text = ""
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                text = file.read()
        # What follows the last line feed was being written when the process ended.
        for line in text.split("\n")[:-1]:
            key, value = json.loads(line)
            self.values.pop(key, None)
            if value is not None:
                self.values[key] = value
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.writelines(json.dumps([key, value]) + "\n" for key, value in self.values.items())
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)
        self.file = open(self.path, "a", encoding="utf-8")
        return dict(self.values)

    async def write(self, key, value):
        await super().write(key, value)
        async with self.lock:
            await asyncio.to_thread(self._append, json.dumps([key, value]) + "\n")

    def _append(self, line):
        if self.file is None:
            return  # `load` writes it.
        self.file.write(line)
        self.file.flush()
        os.fsync(self.file.fileno())

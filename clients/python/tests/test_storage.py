"""The file in which messages and positions are kept."""

import asyncio
import json
import os
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from martlet import FileStorage  # noqa: E402


class StorageTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "outbox")

    def write_file(self, content):
        with open(self.path, "wb") as file:
            file.write(content)

    def read_file(self):
        with open(self.path, "rb") as file:
            return file.read()

    async def kept(self):
        """What the next run finds."""
        storage = FileStorage(self.path)
        found = storage.load()
        await storage.close()
        return found

    async def test_a_value_is_there_after_a_restart_and_a_removed_one_is_not(self):
        storage = FileStorage(self.path)
        self.assertEqual(storage.load(), {})
        for number in range(3):
            await storage.write(f"k{number}", {"n": number})
        await storage.write("k1", None)
        self.assertEqual(await self.kept(), {"k0": {"n": 0}, "k2": {"n": 2}})
        await storage.close()

    async def test_what_is_written_before_loading_and_after_closing_is_kept(self):
        self.write_file(b'["old", 1]\n')
        storage = FileStorage(self.path)
        await storage.write("before", 2)
        self.assertEqual(storage.load(), {"old": 1, "before": 2})
        await storage.close()
        await storage.write("after", 3)
        self.assertEqual(await self.kept(), {"old": 1, "before": 2, "after": 3})
        await storage.close()

    async def test_a_torn_last_line_is_passed_over_and_the_next_line_is_not_glued_to_it(self):
        for torn in (b'["b", {"tex', b"\0\0\0\0", b'["b", "\xc3'):
            self.write_file(b'["a", 1]\n' + torn)
            storage = FileStorage(self.path)
            await storage.write("c", 3)
            self.assertEqual(storage.load(), {"a": 1, "c": 3})
            await storage.close()
            self.assertEqual(await self.kept(), {"a": 1, "c": 3})

    async def test_damage_inside_the_file_costs_its_line_alone_and_is_put_aside(self):
        damaged = b'["a", 1]\n["b", {"tex["c", 3]\n\0\0\0\n\xff\xfe\n[1]\n["d", 4]\n'
        self.write_file(damaged)
        with self.assertLogs("martlet", "ERROR"):
            self.assertEqual(await self.kept(), {"a": 1, "d": 4})
        with open(self.path + ".damaged", "rb") as file:
            self.assertEqual(file.read(), damaged)
        self.assertEqual(await self.kept(), {"a": 1, "d": 4})

    async def test_after_a_failed_write_the_next_one_writes_everything(self):
        storage = FileStorage(self.path)
        storage.load()
        await storage.write("a", 1)
        write = os.write

        def full(file, content):
            write(file, content[:3])
            raise OSError(28, "no space left on device")

        with unittest.mock.patch.object(os, "write", full):
            for key in ("b", "c"):
                with self.assertRaises(OSError):
                    await storage.write(key, 2)
        self.assertEqual(await self.kept_copy(), {"a": 1})
        await storage.write("d", 4)
        self.assertEqual(await self.kept(), {"a": 1, "b": 2, "c": 2, "d": 4})
        await storage.close()

    async def kept_copy(self):
        """What a run would find if this one ended here."""
        content = self.read_file()
        self.path, path = self.path + ".copy", self.path
        self.write_file(content)
        found = await self.kept()
        self.path = path
        return found

    async def test_a_short_write_is_completed(self):
        write = os.write
        storage = FileStorage(self.path)
        storage.load()
        with unittest.mock.patch.object(os, "write", lambda file, content: write(file, content[:3])):
            await storage.write("a", "long")
        self.assertEqual(self.read_file(), b'["a", "long"]\n')
        await storage.close()

    async def test_the_file_does_not_grow_without_end(self):
        storage = FileStorage(self.path)
        storage.load()
        await storage.write("kept", 0)
        with unittest.mock.patch.object(os, "fsync", lambda _: None):
            for number in range(300):
                await storage.write("k", f"{number}" + "x" * 1000)
                await storage.write("k", None)
        self.assertLess(len(self.read_file()), 110_000)
        self.assertEqual(await self.kept(), {"kept": 0})
        await storage.close()

    async def test_closing_ends_the_file(self):
        storage = FileStorage(self.path)
        storage.load()
        await storage.write("a", 1)
        before = len(os.listdir("/proc/self/fd"))
        await storage.close()
        self.assertEqual(len(os.listdir("/proc/self/fd")), before - 1)

    async def test_a_cancelled_write_is_whole(self):
        storage = FileStorage(self.path)
        storage.load()
        for number in range(20):
            task = asyncio.create_task(storage.write(f"k{number}", "x" * 1000))
            await asyncio.sleep(0)
            task.cancel()
        await storage.write("last", 1)
        await storage.close()
        for line in self.read_file().splitlines():
            json.loads(line)
        self.assertEqual((await self.kept())["last"], 1)

    async def test_only_the_user_may_read_it(self):
        storage = FileStorage(self.path)
        storage.load()
        await storage.write("a", 1)
        await storage.close()
        self.assertEqual(os.stat(self.path).st_mode & 0o077, 0)


if __name__ == "__main__":
    unittest.main()

"""Where rows are kept: in memory, and in a file."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
from contract import Contract  # noqa: E402
from martlet import FileStorage, MartletError, MemoryStorage  # noqa: E402

SPACES = ("meta", "outbox", "message", "draft")


class MemoryTest(Contract, unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.storage = MemoryStorage()

    async def make(self):
        return self.storage


class InFolder(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "bot.db")
        self.storage = None

    async def make(self):
        """One process holds the file: what was opened before is closed."""
        if self.storage:
            await self.storage.close()
        self.storage = FileStorage(self.path)
        self.addAsyncCleanup(self.storage.close)
        return self.storage

    async def kept(self):
        """The rows that the next run finds."""
        storage = await self.make()
        return {(space, key): value for space in SPACES for key, value in await storage.range(space)}

    def write_file(self, content):
        with open(self.path, "wb") as file:
            file.write(content)

    def read_file(self, path=None):
        with open(path or self.path, "rb") as file:
            return file.read()

    def files(self):
        return sorted(os.listdir(os.path.dirname(self.path)))


class FileTest(Contract, InFolder):
    async def test_one_process_holds_the_file(self):
        storage = await self.make()
        await storage.write([("s", "a", 1)])
        program = "import asyncio, sys, martlet; asyncio.run(martlet.FileStorage(sys.argv[1]).range('s'))"
        asking = [sys.executable, "-c", program, self.path]

        def other():
            return subprocess.run(asking, cwd=os.path.join(HERE, ".."), capture_output=True, text=True).stderr

        self.assertRegex(await asyncio.to_thread(other), "MartletError: .*bot.db: database is locked")
        await storage.close()
        self.assertEqual(await asyncio.to_thread(other), "")

    async def test_what_is_noted_is_there_when_the_program_ends_before_its_write(self):
        program = """
import asyncio, sys
from martlet import Client, FileStorage

async def main():
    client = Client("ws://127.0.0.1:9", "bot", lambda _: "token", device="d", storage=FileStorage(sys.argv[1]))
    client.send("c2c_bob", "the last word")

asyncio.run(main())"""
        running = [sys.executable, "-c", program, self.path]
        await asyncio.to_thread(subprocess.run, running, cwd=os.path.join(HERE, ".."), check=True)
        [message] = (await self.kept()).values()
        self.assertEqual(message["body"], {"text": "the last word"})

    async def test_only_the_user_may_read_it(self):
        storage = await self.make()
        await storage.write([("outbox", "a", 1)])
        folder = os.path.dirname(self.path)
        modes = {name: os.stat(os.path.join(folder, name)).st_mode & 0o077 for name in self.files()}
        self.assertEqual(modes, {"bot.db": 0, "bot.db-wal": 0})

    async def test_closing_ends_the_file_and_its_log(self):
        storage = await self.make()
        before = len(os.listdir("/proc/self/fd"))
        await storage.write([("outbox", "a", 1)])
        await storage.close()
        self.assertEqual((len(os.listdir("/proc/self/fd")), self.files()), (before, ["bot.db"]))

    async def test_what_was_removed_is_nowhere_on_the_disk(self):
        storage = await self.make()
        await storage.write([("message", f"{number}", f"secret {number}") for number in range(500)])
        await storage.write([("message", f"{number}", None) for number in range(500)])
        await storage.close()
        self.assertNotIn(b"secret", self.read_file())

    async def test_clearing_leaves_no_file(self):
        storage = await self.make()
        await storage.write([("outbox", "a", 1)])
        self.write_file_beside("bot.db.damaged")
        await storage.clear()
        self.assertEqual(self.files(), [])

    def write_file_beside(self, name):
        with open(os.path.join(os.path.dirname(self.path), name), "wb"):
            pass

    async def test_a_cancelled_write_is_whole(self):
        storage = await self.make()
        for number in range(20):
            task = asyncio.create_task(storage.write([("outbox", f"{number}-{part}", "x" * 1000) for part in "ab"]))
            await asyncio.sleep(0)
            task.cancel()
        await storage.write([("outbox", "last", 1)])
        self.assertEqual(len(await self.kept()), 41)

    async def test_after_a_failed_write_the_next_one_is_done(self):
        storage = await self.make()
        await storage.write([("outbox", "a", 1)])
        database = storage._database
        [(pages,)] = database.execute("PRAGMA page_count")
        database.execute(f"PRAGMA max_page_count = {pages}")
        with self.assertRaises(MartletError) as failed:
            await storage.write([("outbox", "b", 1), ("outbox", "c", "x" * 100_000)])
        self.assertEqual((failed.exception.name, await storage.range("outbox")), ("notSaved", [("a", 1)]))
        database.execute("PRAGMA max_page_count = 10000")
        await storage.write([("outbox", "d", 1)])
        self.assertEqual(list(await self.kept()), [("outbox", "a"), ("outbox", "d")])

    async def test_a_thread_writes_while_the_loop_goes_on(self):
        storage, turns = await self.make(), 0
        await storage.range("s")
        writing = asyncio.create_task(storage.write([("s", f"{number}", "x" * 1000) for number in range(5000)]))
        while not writing.done():
            await asyncio.sleep(0)
            turns += 1
        self.assertGreater(turns, 10)


class DamagedTest(InFolder):
    async def fill(self):
        storage = await self.make()
        await storage.write([("message", f"{number:05}", "m" * 500) for number in range(2000)])
        await storage.write([(space, f"{number}", space) for space in ("outbox", "draft") for number in range(3)])
        await storage.close()

    def spoil(self, place, content=b"\xff" * 4096 * 20):
        with open(self.path, "r+b") as file:
            file.seek(place)
            file.write(content)

    async def test_damaged_pages_are_told_and_what_is_kept_is_saved(self):
        await self.fill()
        self.spoil(4096 * 40)
        whole = self.read_file()
        storage = await self.make()
        with self.assertRaises(MartletError) as failed:
            await storage.range("message")
        self.assertEqual(failed.exception.name, "damaged")
        await storage.clear(["outbox", "draft"])
        kept = await self.kept()
        self.assertEqual(sorted(kept), [(space, f"{number}") for space in ("draft", "outbox") for number in range(3)])
        self.assertEqual(self.read_file(self.path + ".damaged"), whole)

    async def test_a_row_that_is_no_json_is_told(self):
        await self.fill()
        database = sqlite3.connect(self.path)
        with database:
            database.execute("UPDATE row SET value = '{\"te' WHERE key IN ('1', '00007')")
        database.close()
        storage = await self.make()
        with self.assertRaises(MartletError) as failed:
            await storage.range("message")
        self.assertEqual(failed.exception.name, "damaged")
        await storage.clear(["outbox", "draft"])
        self.assertEqual(len(await self.kept()), 4)
        self.assertTrue(os.path.exists(self.path + ".damaged"))

    async def test_a_file_that_is_no_database_is_told_and_stays_beside_the_new_one(self):
        self.write_file(b"\0" * 100)
        storage = await self.make()
        with self.assertRaises(MartletError) as failed:
            await storage.write([("outbox", "a", 1)])
        self.assertEqual(failed.exception.name, "damaged")
        await storage.clear(["outbox", "draft"])
        await storage.write([("outbox", "a", 1)])
        self.assertEqual(await self.kept(), {("outbox", "a"): 1})
        self.assertEqual(self.read_file(self.path + ".damaged"), b"\0" * 100)


class FormerTest(InFolder):
    """A file of release 0.3."""

    async def test_it_goes_over_with_unsent_messages_and_positions(self):
        self.write_file(
            b'["a", 1]\n["b", {"n": 2}]\n["positions", {"user": 3}]\n["a", null]\n["positions", {"user": 4}]\n')
        expected = {("outbox", "b"): {"n": 2}, ("meta", "streams"): {"user": 4}}
        self.assertEqual(await self.kept(), expected)
        self.assertEqual(await self.kept(), expected)
        self.assertEqual(os.stat(self.path).st_mode & 0o077, 0)

    async def test_a_torn_last_line_is_passed_over(self):
        for torn in (b'["b", {"tex', b"\0\0\0\0", b'["b", "\xc3'):
            if self.storage:
                await self.storage.clear()
            self.write_file(b'["a", 1]\n' + torn)
            self.assertEqual(await self.kept(), {("outbox", "a"): 1})

    async def test_damage_inside_the_file_costs_its_line_alone_and_is_put_aside(self):
        damaged = b'["a", 1]\n["b", {"tex["c", 3]\n\0\0\0\n\xff\xfe\n[1]\n["d", 4]\n'
        self.write_file(damaged)
        with self.assertLogs("martlet", "ERROR"):
            self.assertEqual(await self.kept(), {("outbox", "a"): 1, ("outbox", "d"): 4})
        self.assertEqual(self.read_file(self.path + ".damaged"), damaged)

    async def test_a_process_that_ends_while_it_goes_over_leaves_it_as_it_is(self):
        self.write_file(b'["a", 1]\n')
        with unittest.mock.patch.object(os, "replace", side_effect=OSError("killed")):
            with self.assertRaises(OSError):
                await self.kept()
        self.assertEqual(self.read_file(), b'["a", 1]\n')
        self.assertEqual(await self.kept(), {("outbox", "a"): 1})


if __name__ == "__main__":
    unittest.main()

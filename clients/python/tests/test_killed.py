"""A device that is killed at random writes shows what the gateway has, when it comes back: nothing is lost or doubled.

MARTLET_SEED is one seed to play again, MARTLET_KILLED how many are played."""

import asyncio
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile
import unittest
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rig import Device, MartletError, MemoryStorage, StoreCase  # noqa: E402
from world import World  # noqa: E402

from martlet import FileStorage  # noqa: E402

PEERS = ["c2c_bob", "c2c_carol", "c2c_dave"]
ONE, COUNT = os.environ.get("MARTLET_SEED"), int(os.environ.get("MARTLET_KILLED", 6))
SEEDS = [int(ONE)] if ONE else range(COUNT)
ROUNDS = 5


class Killed:
    """The storage of a program that is killed at a write: before it is done, or behind it, before anybody knows."""

    def __init__(self, storage, writes, is_done):
        self.storage, self.writes, self.is_done = storage, writes, is_done
        self.is_dead = self.has_stopped = False
        # Nothing of a process that was killed goes on.
        self.never = asyncio.Event()

    async def _unless_dead(self, call):
        if self.is_dead:
            await self.never.wait()
        return await call()

    async def range(self, *bounds):
        return await self._unless_dead(lambda: self.storage.range(*bounds))

    async def clear(self, kept=()):
        return await self._unless_dead(lambda: self.storage.clear(kept))

    def note(self, space, key, value):
        if not self.is_dead:
            self.storage.note(space, key, value)

    async def write(self, changes):
        if not self.is_dead and self.writes > 0:
            self.writes -= 1
            return await self.storage.write(changes)
        if not self.is_dead:
            self.is_dead = self.has_stopped = True
            if self.is_done:
                await self.storage.write(changes)
        await self.never.wait()

    async def close(self):
        """The program is killed, and closes nothing."""


class Trial:
    def __init__(self, test, seed, storage):
        self.test, self.loop, self.random = test, test.loop, random.Random(seed)
        self.world, self.kept = World(), storage
        self.device = Device(self.loop, self.world, gap_limit=15)
        self.counts, self.sent, self.runs = Counter(), [], []

    async def start(self, writes):
        """A run begins, which is killed at its write of this number."""
        self.storage = Killed(self.kept, writes, self.random.random() < 0.5)
        self.runs.append(self.storage)
        await self.device.open(storage=self.storage)

    async def end(self):
        """The process ends: nothing that it has begun goes on."""
        self.world.forsake(self.device.gateway)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await self.loop.settle()

    async def kill(self):
        self.storage.is_dead = True
        self.counts["kill"] += 1
        await self.end()
        await self.tear()

    async def tear(self):
        """The disk loses a part of the last write."""

    async def act(self):
        """Something happens at the gateway, or the user does something."""
        world, id = self.world, self.random.choice(PEERS)
        messages, store = world.messages_of(id), self.device.store
        target = self.random.choice(messages)["msgId"] if messages else None
        acts = {
            "write": lambda: world.write(id), "own": lambda: world.write(id, **{"from": "alice"}),
            "burst": lambda: [world.write(id) for _ in range(self.random.randrange(30))],
            "open": lambda: self.ask(store.open(id, self.random.randint(1, 10))),
            "older": lambda: self.ask(store.older(id, self.random.randint(1, 10))),
            "trim": lambda: store.trim(id, 5), "send": lambda: self.send(id),
            "draft": lambda: store.keep_draft(id, self.random.choice(["", "a", "b"])),
        }  # fmt: skip
        if messages:
            acts |= {
                "pass over": lambda: world.pass_over(id),
                "recall": lambda: world.change(id, target, body={}, recalled={"by": "bob"}),
                "edit": lambda: world.change(id, target, body={"text": f"edited {self.random.randrange(1000)}"}),
                "expire": lambda: world.expire(id, target), "delete": lambda: world.delete(id, target),
                "pin": lambda: world.pin(id, self.random.random() < 0.5),
            }  # fmt: skip
        if messages and self.random.random() < 0.2:
            acts["delete conversation"] = lambda: world.delete_conversation(id)
        if self.random.random() < 0.3:
            acts |= {"forget user": self.forget_user, "forget changes": self.forget_changes}
        what = self.random.choice(["write", "write", "away", "time", *acts])
        self.counts[what] += 1
        if what == "away":
            await self.away()
        elif what == "time":
            await self.device.advance(self.random.random() * 0.4)
        else:
            acts[what]()
        await self.loop.settle()

    def ask(self, reading):
        task = asyncio.ensure_future(reading)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def send(self, id):
        self.device.client.send(id, f"own {len(self.sent)}")
        self.sent.append(list(self.device.client.outbox.entries)[-1])

    def forget_user(self):
        self.world.user_known_from = len(self.world.events)

    def forget_changes(self):
        self.world.changes_known_from = 1 + max((own.change for own in self.world.conversations.values()), default=0)

    async def away(self):
        """The connection is lost for a while."""
        gateway = self.device.gateway
        gateway.is_answering = False
        if gateway.socket:
            gateway.socket.drop()
        await self.loop.settle()
        for _ in range(self.random.randrange(6)):
            self.world.write(self.random.choice(PEERS))
        gateway.is_answering = True
        await self.device.advance(3)

    async def run(self):
        await self.start(self.random.randrange(12))
        for number in range(ROUNDS):
            for _ in range(self.random.randint(10, 30)):
                if not self.storage.is_dead:
                    await self.act()
            await self.kill()
            for _ in range(self.random.randrange(8)):
                self.world.write(self.random.choice(PEERS))
            if self.random.random() < 0.5:
                await self.look_offline()
            await self.start(float("inf") if number == ROUNDS - 1 else self.random.randrange(12))
        await self.judge()

    async def look_offline(self):
        """Without a connection no holes are shown."""
        self.runs.append(Killed(self.kept, 0, False))
        await self.device.open(is_offline=True, storage=self.runs[-1])
        for id in PEERS:
            self.ask(self.device.store.open(id, self.random.randint(1, 20)))
            await self.loop.settle()
            view, shown = self.device.store.view(id), self.device.seqs(id)
            if view.is_loaded and shown:
                there = [one["seq"] for one in self.world.messages_of(id) if shown[0] <= one["seq"] <= shown[-1]]
                self.test.assertEqual(set(there) - set(shown), set(), f"{id}: holes in what is shown offline")
                self.test.assertEqual(shown, sorted(set(shown)), f"{id}: in order, and once")
        await self.end()

    async def judge(self):
        world, device, test = self.world, self.device, self.test
        await device.advance(5)
        # A run that comes back has it from the device, if the position says so.
        for time in ("first", "again"):
            if time == "again":
                await device.written()
                await self.end()
                await device.open(storage=self.kept)
            await device.advance(5)
            names = ("conversationID", "unreadCount", "isPinned", "seq")
            listed, there = device.store.conversations(), world.listed()
            self.test.assertEqual(*(sorted([one[name] for name in names] for one in some) for some in (listed, there)))
            test.assertEqual(device.store.total_unread, world.total)
            for id in PEERS:
                await device.store.open(id, 10)
                await self.loop.settle()
                for _ in range(200):
                    if device.store.view(id).is_complete:
                        break
                    await device.store.older(id, 10)
                    await self.loop.settle()
                some = (device.store.view(id).messages, world.messages_of(id))
                shown = [[[one[name] for name in ("seq", "msgId", "body")] for one in messages] for messages in some]
                test.assertEqual(*shown, f"{id}, {time}")
        test.assertEqual(device.client.outbox.entries, {})
        stored = Counter(one["clientMsgId"] for one in world.stored)
        test.assertEqual([id for id in self.sent if stored[id] > 1], [], "stored twice")
        await device.close()


class Inline(concurrent.futures.Executor):
    """A file's thread whose work is done at once: the time of the test stands still."""

    def submit(self, action, *arguments):
        future = concurrent.futures.Future()
        try:
            future.set_result(action(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


class FileTrial(Trial):
    """Its rows are in a file. A crash may tear the write-ahead log in the last write, if nobody has heard of that."""

    def __init__(self, test, seed, path):
        self.path, self.number = path, 0
        super().__init__(test, seed, self.file(path))

    def file(self, path):
        storage = FileStorage(path)
        storage._thread = Inline()
        return storage

    async def tear(self):
        crashed = f"{self.path}.{self.number}"
        self.number += 1
        for side in ("", "-wal"):
            if os.path.exists(self.kept.path + side):
                shutil.copy(self.kept.path + side, crashed + side)
        await self.kept.close()
        self.kept = self.file(crashed)
        log = f"{crashed}-wal"
        if os.path.exists(log):
            with open(log, "ab") as file:
                if self.storage.is_done and self.storage.has_stopped:
                    # The last page of a write and its mark, or a part of it.
                    file.truncate(max(0, file.tell() - self.random.randrange(4096 + 24)))
                else:
                    file.write(self.random.randbytes(self.random.choice([0, 30, 5000])))


class KilledTest(StoreCase):
    async def play(self, make):
        counts = Counter()
        for seed in SEEDS:
            trial = make(seed)
            try:
                await trial.run()
            except (AssertionError, MartletError) as error:
                raise AssertionError(f"seed {seed}: {error}") from error
            counts += trial.counts
        print(f"seeds {list(SEEDS)}: {dict(counts)}", file=sys.stderr)
        self.assertEqual(counts["kill"], ROUNDS * len(SEEDS))

    async def test_rows_in_memory(self):
        await self.play(lambda seed: Trial(self, seed, MemoryStorage()))

    async def test_rows_in_a_file_with_a_torn_log(self):
        with tempfile.TemporaryDirectory() as folder:
            await self.play(lambda seed: FileTrial(self, seed, os.path.join(folder, f"{seed}.db")))


if __name__ == "__main__":
    unittest.main()

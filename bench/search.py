"""Searching among many stored messages: latency and CPU by the length of the query, and what the index costs a message."""

import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import tempfile
import time

from many import Caller, cpu_seconds
from servers import LOAD_CORE, OUT, SERVER_CORE, Gateway, pinned, report

SYLLABLES = [a + b for a in "bcdfghjklmnprstvz" for b in "aeiou"]


class Language:
    """Words and characters as they come in texts: few are frequent, most are rare."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.words = ["".join(self.random.choices(SYLLABLES, k=self.random.randint(1, 4))) for _ in range(20_000)]
        self.characters = [chr(0x4E00 + 5 * number) for number in range(3_000)]

    def pick(self, items):
        """By Zipf's law, about."""
        return items[int(len(items) ** self.random.random()) - 1]

    def text(self):
        if self.random.random() < 0.5:
            return " ".join(self.pick(self.words) for _ in range(self.random.randint(4, 16)))
        return "".join(self.pick(self.characters) for _ in range(self.random.randint(5, 25)))


def bench_search(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-search.") as name:
        folder = pathlib.Path(name)
        data = {"data": {"directory": str(folder.resolve())}}
        with Gateway.run(options.martlet, **data) as server:
            texts = fill(server, options)
        result = {"messages": options.messages, "index": make_index(options, folder)}
        with Gateway.run(options.martlet, **data, messages={"search": True}) as server:
            result["searches"] = measure(server, texts, options)
    report("search", result)
    longest = max(one["p99"] for one in result["searches"].values())
    return {"search.p99": longest, "search.indexing": result["index"]["microseconds"]}


def fill(server, options):
    """Some users write to everybody, and user 0 much to user 1. Returns the texts that user 0 wrote there."""
    language, admin = Language(options.seed), Caller(server, {"Martlet-Key": server.admin_key})
    users = [f"user{number}" for number in range(options.users)]
    for start in range(0, len(users), 100):
        admin.ask("admin.account.create", {"accounts": [{"userID": user} for user in users[start : start + 100]]})
    texts = [language.text() for _ in range(options.messages // 50)]
    for number in range((options.messages - len(texts)) // len(users)):
        body = {"text": language.text()}
        data = {"from": users[number % 50], "userIDs": users, "type": 0, "body": body}
        results = admin.ask("admin.message.send", data)["results"]
        assert all(one["code"] == 0 for one in results), results[0]
    for start in range(0, len(texts), 100):
        calls = [
            {"op": "admin.message.send", "data": {"from": "user0", "userID": "user1", "type": 0, "body": {"text": text}}}
            for text in texts[start : start + 100]
        ]
        results = admin.ask("batch", {"calls": calls})["results"]
        assert all("ok" in one for one in results), results[0]
    return texts


def make_index(options, folder):
    """By `martlet store reindex`, which does nothing else."""
    settings = folder / "reindex.json5"
    settings.write_text(json.dumps({"auth": {"testMode": True}, "data": {"directory": str(folder.resolve())}}))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [options.martlet, "store", "reindex", "--config", settings]
    subprocess.run(pinned(SERVER_CORE, command), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result = {
        "microseconds": seconds * 1_000_000 / options.messages,
        "bytes": (folder / "search.db").stat().st_size / options.messages,
        "storeBytes": (folder / "martlet.sqlite").stat().st_size / options.messages,
    }
    print(f"the index of {options.messages:,} messages, for each of them:")
    print(f"  {result['microseconds']:.1f} µs of CPU   {result['bytes']:.0f} bytes   (store: {result['storeBytes']:.0f})")
    return result


def measure(server, texts, options):
    caller = Caller(server, {"Martlet-Key": server.admin_key, "Martlet-As": "user0"})
    choose = random.Random(options.seed)
    han = [text for text in texts if ord(text[0]) >= 0x4E00]
    latin = [text for text in texts if ord(text[0]) < 0x80]
    kinds = {f"{count} Han": (lambda count=count: choose.choice(han)[:count]) for count in (1, 2, 3, 5)}
    for count in (1, 2, 4, 8):
        kinds[f"{count} letters"] = lambda count=count: choose.choice(latin).split()[0][:count]
    kinds["3 words"] = lambda: " ".join(choose.choice(latin).split()[:3])
    result = {}
    print("searches, in milliseconds:")
    for place, more in (("one conversation", {"conversationID": "c2c_user1"}), ("all conversations", {})):
        for kind, query in kinds.items():
            took, hits, before = [], 0, cpu_seconds(server.pid)
            for _ in range(options.searches):
                began = time.monotonic()
                hits += len(caller.ask("message.search", {"query": query(), **more})["hits"])
                took.append((time.monotonic() - began) * 1000)
            cpu = (cpu_seconds(server.pid) - before) * 1000 / options.searches
            took.sort()
            one = {
                "p50": statistics.median(took), "p99": took[int(len(took) * 0.99)], "cpu": cpu,
                "hits": hits / options.searches,
            }
            result[f"{kind} in {place}"] = one
            print(
                f"  {kind:10} in {place:18} p50 {one['p50']:6.2f}   p99 {one['p99']:6.2f}   "
                f"CPU {one['cpu']:6.2f}   {one['hits']:5.1f} hits"
            )
    return result

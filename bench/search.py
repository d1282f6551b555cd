"""Searches among a million messages: time and CPU by what is asked for, and what the index costs."""

import bisect
import contextlib
import itertools
import os
import pathlib
import random
import subprocess
import tempfile
import time
import urllib.request

from imports import Source, take
from servers import LOAD_CORE, OUT, Gateway, load, report
from writer import instructions

SEARCHERS = 50
LATIN, HAN = 20_000, 3_000


class Library(Source):
    """Half of the messages are Latin words, half Chinese; a word's place in the order of frequency decides how often it comes."""

    def __init__(self, accounts, messages):
        super().__init__(accounts, messages)
        chance = random.Random(1)
        letters = "etaoinshrdlucmfwypvbgk"
        self.words = ["".join(chance.choices(letters, k=chance.randint(3, 10))) for _ in range(LATIN)]
        self.signs = [chr(0x4E00 + number) for number in range(HAN)]
        self.latin, self.han = frequencies(LATIN), frequencies(HAN)

    def text(self, number):
        chance = random.Random(number)
        if is_latin(number):
            return " ".join(self.words[place] for place in drawn(chance, self.latin, chance.randint(4, 16)))
        return "".join(self.signs[place] for place in drawn(chance, self.han, chance.randint(5, 40)))

    def histories(self, users):
        """The numbers of the messages in each user's conversations."""
        places = {user: {(True, user // 10 % self.groups), (False, user % self.pairs)} for user in users}
        found = {user: [] for user in users}
        owners = {}
        for user, own in places.items():
            for place in own:
                owners.setdefault(place, []).append(user)
        for number in range(self.messages):
            is_group, place, *_ = self.place(number)
            for user in owners.get((is_group, place), ()):
                found[user].append(number)
        return found


def is_latin(number):
    """Mixed in each conversation, whose messages have numbers at equal distances."""
    return (number * 2_654_435_761 >> 16) % 2 == 0


def frequencies(count):
    return list(itertools.accumulate(1 / place for place in range(1, count + 1)))


def drawn(chance, sums, count):
    return [bisect.bisect(sums, chance.random() * sums[-1]) for _ in range(count)]


def part(text, chance, length):
    start = chance.randrange(len(text) - length + 1)
    return text[start : start + length]


# What is asked for, by a text that the searcher's history has.
KINDS = {
    "one Chinese sign": (False, lambda text, chance: part(text, chance, 1)),
    "two signs": (False, lambda text, chance: part(text, chance, 2)),
    "four signs": (False, lambda text, chance: part(text, chance, 4)),
    "two letters": (True, lambda text, chance: chance.choice(text.split())[:2]),
    "one word": (True, lambda text, chance: chance.choice(text.split())),
    "two words": (True, lambda text, chance: " ".join(chance.sample(text.split(), 2))),
    "what nobody wrote": (True, lambda text, chance: part("qxzj" * 4, chance, 8)),
}


def write_queries(path, source, histories, kind):
    wants_latin, cut = KINDS[kind]
    chance = random.Random(kind)
    with open(path, "w") as lines:
        for user, numbers in histories.items():
            fitting = [number for number in numbers if is_latin(number) == wants_latin]
            for number in chance.choices(fitting, k=20):
                lines.write(f"u{user}\t{cut(source.text(number), chance)}\n")


def wait_for_index(server):
    address = server.url.replace("ws:", "http:") + "/metrics"
    while True:
        with urllib.request.urlopen(address) as page:
            lines = page.read().decode().splitlines()
        if "martlet_search_messages_behind 0" in lines:
            return
        time.sleep(0.5)


def bench_search(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    source = Library(options.accounts, options.messages)
    histories = source.histories(random.Random(2).sample(range(options.accounts), SEARCHERS))
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-search.") as name:
        folder = pathlib.Path(name).resolve()
        source.write(folder / "lines")
        settings = {
            "data": {"directory": str(folder)},
            "messages": {"retentionDays": 366, "search": True},
            "conversations": {"retentionDays": 366},
        }
        result = {"messages": options.messages, "kinds": {}}
        with Gateway.run(options.martlet, serves=["sessions", "api", "backends", "metrics"], **settings) as server:
            take(options, server, folder)
            wait_for_index(server)
            for kind in KINDS:
                write_queries(folder / "queries", source, histories, kind)
                flags = ["--queries", folder / "queries", "--seconds", options.seconds, "--rate", options.rate]
                numbers = load(options.load, "search", server, *flags)
                times = numbers["acknowledgements"]["microseconds"]
                result["kinds"][kind] = {
                    "p50": times["p50"], "p99": times["p99"], "cpu": numbers["server"]["cpuMicrosecondsEach"],
                }
        result["indexBytes"] = (folder / "search.db").stat().st_size / options.messages
        result["indexMicroseconds"] = reindex(options, folder) / options.messages * 1e6
    each = sum(map(len, histories.values())) / SEARCHERS
    print(f"{options.messages:,} messages, {each:,.0f} in the history of each who searches, {options.rate} searches a second:")
    for kind, one in result["kinds"].items():
        print(f"  {kind:18} p50 {one['p50'] / 1e3:6.2f} ms   p99 {one['p99'] / 1e3:6.2f} ms   {one['cpu']:7.0f} µs of CPU")
    print(f"  the index: {result['indexBytes']:.0f} bytes and {result['indexMicroseconds']:.1f} µs of CPU a message")
    ratios = {"search.p99": max(one["p99"] for one in result["kinds"].values()), "search.indexBytes": result["indexBytes"]}
    if options.instructions:
        contestants = {name: settings_with(name == "with search") for name in ("without", "with search")}
        result["instructions"] = instructions(options, contestants)
        (_, without), (_, with_search) = (result["instructions"][name] for name in contestants)
        ratios["search.instructions.writer"] = with_search / without
    report("search", result)
    return ratios


def settings_with(has_search):
    return lambda: contextlib.nullcontext({"messages": {"search": has_search}})


def reindex(options, folder):
    """The CPU seconds of making the index of all messages anew."""
    (folder / "martlet.json5").write_text('{auth: {testMode: true}, data: {directory: "."}, messages: {retentionDays: 366}}')
    before = os.times()
    subprocess.run([options.martlet, "store", "reindex", "--config", folder / "martlet.json5"], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system

"""`martlet import` of a whole application, and all of it compared with its source by asking the gateway, not the importer."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

from many import Caller, cpu_seconds
from servers import LOAD_CORE, OUT, Gateway, pinned, report

FRIENDS, MEMBERS = 10, 10
DAYS = 300


class Source:
    """The application that moves: everything in it follows from numbers, so nothing of it has to be kept."""

    def __init__(self, accounts, messages):
        self.accounts, self.messages = accounts, messages
        self.groups, self.pairs = accounts // 10, accounts // 2
        self.begin = int(time.time() - DAYS * 86_400) * 1000
        self.step = DAYS * 86_400_000 // (messages + 1)

    def friends(self, user):
        return [(user + number * 13 + 1) % self.accounts for number in range(FRIENDS)]

    def members(self, group):
        """The first one owns it."""
        return [(group * 10 + number) % self.accounts for number in range(MEMBERS)]

    def message(self, number):
        """Whether it is in a group, its place, its sender, its time and its text."""
        return *self.place(number), self.begin + number * self.step, self.text(number)

    def place(self, number):
        """Every other message is in a group."""
        turn = number // 2
        if number % 2:
            group = turn * 7_919 % self.groups
            return True, group, self.members(group)[number % 7]
        pair = turn * 7_919 % self.pairs
        return False, pair, pair if number % 3 else pair + self.pairs

    def text(self, number):
        return f"message {number}: " + "lorem ipsum dolor sit amet " * (1 + number % 4)

    def write(self, path):
        with open(path, "w") as lines:
            for user in range(self.accounts):
                friends = [
                    {"userID": f"u{it}", "remark": f"r{it}", "addTime": 1_500_000_000 + it} for it in self.friends(user)
                ]
                say(lines, "account", userID=f"u{user}", nickname=f"User {user}")
                say(lines, "friends", userID=f"u{user}", friends=friends)
            for group in range(self.groups):
                owner, *others = self.members(group)
                say(lines, "group", id=f"g{group}", owner=f"u{owner}", name=f"G{group}")
                say(lines, "members", group=f"g{group}", members=[{"userID": f"u{it}"} for it in others])
            for number in range(self.messages):
                is_group, place, sender, when, text = self.message(number)
                to = {"group": f"g{place}"} if is_group else {"to": f"u{self.other(place, sender)}"}
                say(lines, "message", id=f"m{number}", **{"from": f"u{sender}"}, **to, time=when, body={"text": text})

    def other(self, pair, sender):
        return pair + self.pairs if sender == pair else pair


def say(lines, kind, **members):
    lines.write(json.dumps({"type": kind, **members}, separators=(",", ":")) + "\n")


class Check:
    """Asks for everything that the source has, and compares it."""

    def __init__(self, server, source, groups):
        self.caller = Caller(server, {"Martlet-Key": server.admin_key})
        self.source, self.groups = source, groups

    def ask_each(self, operation, subjects, data):
        """The result about each. A batch ends where its reply would be too long: the rest is asked for once more."""
        waiting = list(subjects)
        while waiting:
            calls = [{"op": operation, "data": data(subject)} for subject in waiting[:50]]
            results = self.caller.ask("batch", {"calls": calls})["results"]
            done = 0
            for subject, result in zip(waiting, results):
                if "ok" not in result:
                    assert done and result["error"]["code"] == 1007, result
                    break
                yield subject, result["ok"]
                done += 1
            del waiting[:done]

    def everything(self):
        self.check_accounts()
        self.check_friends()
        self.check_groups()
        self.check_messages()

    def check_accounts(self):
        cursor, names = "", {}
        while True:
            page = self.caller.ask("admin.account.list", {"cursor": cursor, "limit": 100} if cursor else {"limit": 100})
            names |= {it["userID"]: it["nickname"] for it in page["accounts"]}
            if not (cursor := page["cursor"]):
                break
        assert names == {f"u{user}": f"User {user}" for user in range(self.source.accounts)}

    def check_friends(self):
        for user, reply in self.ask_each(
            "admin.friend.list", range(self.source.accounts), lambda user: {"userID": f"u{user}"}
        ):
            found = {(it["userID"], it["remark"], it["addTime"]) for it in reply["friends"]}
            assert found == {(f"u{it}", f"r{it}", 1_500_000_000 + it) for it in self.source.friends(user)}, user

    def check_groups(self):
        assert set(self.groups) == {f"g{group}" for group in range(self.source.groups)}
        for group, reply in self.ask_each(
            "admin.group.members", range(self.source.groups), lambda group: {"groupID": self.groups[f"g{group}"]}
        ):
            found = {it["userID"] for it in reply["members"]}
            assert found == {f"u{it}" for it in self.source.members(group)}, (group, found)

    def check_messages(self):
        wanted = {}
        for number in range(self.source.messages):
            is_group, place, *_ = self.source.message(number)
            wanted.setdefault((is_group, place), []).append(number)
        for place, reply in self.ask_each("admin.message.history", wanted, self.history):
            found = [(it["seq"], it["from"], it["time"], it["body"]["text"]) for it in reply["messages"] if it["type"] == 0]
            source = [
                (seq, f"u{sender}", when, text)
                for seq, (_, _, sender, when, text) in enumerate(map(self.source.message, wanted[place]), 1)
            ]
            assert found == source, (place, found[:3], source[:3])

    def history(self, place):
        is_group, number = place
        where = {"direction": "newer", "cursor": 0, "limit": 100}
        if is_group:
            return {"conversationID": f"group_{self.groups[f'g{number}']}", **where}
        return {"userID": f"u{number}", "conversationID": f"c2c_u{number + self.source.pairs}", **where}


def bench_import(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    source = Source(options.accounts, options.messages)
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-import.") as name:
        folder = pathlib.Path(name)
        source.write(folder / "lines")
        data = {"data": {"directory": str(folder.resolve())}}
        kept = {"messages": {"retentionDays": 366, "search": True}, "conversations": {"retentionDays": 366}}
        with Gateway.run(options.martlet, **data, **kept) as server:
            result = take(options, server, folder)
            began = time.monotonic()
            Check(server, source, json.loads((folder / "ids.json").read_text())).everything()
            result["compared"] = time.monotonic() - began
        result["storeBytes"] = (folder / "martlet.sqlite").stat().st_size
    counts = [source.accounts, source.accounts * FRIENDS, source.groups, source.messages]
    result["counts"] = dict(zip(("accounts", "relations", "groups", "messages"), counts))
    print("{:,} accounts, {:,} relations, {:,} groups of 10 and {:,} messages:".format(*counts))
    print(f"  taken in {result['seconds']:.0f} s, of which the gateway worked {result['cpu']:.0f} s")
    for stage, seconds in result["stages"].items():
        print(f"    {stage:10} {seconds:6.1f} s")
    print(f"  compared in {result['compared']:.0f} s: equal; the store has {result['storeBytes'] / 1e6:,.0f} MB")
    report("import", result)
    return {"import.messagesPerSecond": options.messages / result["stages"]["messages"]}


def take(options, server, folder):
    """Runs the import; the seconds of each of its stages, as its journal shows them."""
    key, journal = folder / "admin.json", folder / "journal"
    key.touch(mode=0o600)
    key.write_text(json.dumps({"keys": [{"name": "bench", "secret": server.admin_key}]}))
    command = [options.martlet, "import", "lines", folder / "lines", "--url", server.url.replace("ws:", "http:")]
    command += ["--admin-key-file", key, "--journal", journal, "--groups", folder / "ids.json"]
    cpu, began, ends = cpu_seconds(server.pid), time.monotonic(), {}
    process = subprocess.Popen(pinned(LOAD_CORE, command), stderr=subprocess.DEVNULL)
    while process.poll() is None:
        time.sleep(0.25)
        if journal.exists():
            for line in journal.read_text().splitlines()[-1:]:
                with_stage = json.loads(line) if line.endswith("}") else {}
                if "stage" in with_stage:
                    ends[with_stage["stage"]] = time.monotonic() - began
    assert process.returncode == 0, process.returncode
    seconds = time.monotonic() - began
    stages, last = {}, 0
    for stage, end in ends.items():
        stages[stage], last = end - last, end
    return {"seconds": seconds, "cpu": cpu_seconds(server.pid) - cpu, "stages": stages}

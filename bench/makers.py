"""Pushes to phones of all makers: what they take of the server, and of the users who write."""

import collections
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from many import cpu_seconds
from servers import LOAD_CORE, OUT, Gateway, interleaved, report
from session import Session, request_frame

MAKERS = ["huawei", "harmony", "honor", "xiaomi", "oppo", "vivo", "meizu"]
# Of each maker, and as many users without a phone.
USERS = 70


def bench_makers(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    kinds = {"pushed": "phone", "alone": "nobody"}
    results = {kind: [] for kind in kinds}

    def measure(kind):
        results[kind].append(writer.write(f"{kinds[kind]}{{}}", options.rate, options.seconds))
        settle(providers)
        return results[kind][-1]["cores"]

    with Providers() as providers, Gateway.run(options.martlet, **providers.settings) as server:
        make_users(server)
        writer = Writer(server)
        # Access tokens and connections are not of what is measured.
        writer.write("phone{}", options.rate, 2)
        settle(providers)
        asked = providers.asked
        interleaved(kinds, options.rounds, measure)
        asked = providers.asked - asked
    due = options.rate * options.seconds * options.rounds
    if asked != due:
        sys.exit(f"{asked} pushes of {due} came to the makers")
    cores = statistics.median(one["cores"] - other["cores"] for one, other in zip(*results.values()))
    late = {kind: statistics.median(one["late"] for one in ones) for kind, ones in results.items()}
    result = {"cores": cores, "push": cores / options.rate * 1e6, **{f"late {kind}": ms for kind, ms in late.items()}}
    report("makers", result)
    print(f"{options.rate} pushes a second to seven makers: {cores:.3f} cores of the server, {result['push']:.0f} µs each")
    print(f"  99 % of the senders' replies: {late['pushed']:.2f} ms, and {late['alone']:.2f} to users without a phone")
    return {"makers.cores": cores}


class Providers:
    """Those of the tests, on the core of the load."""

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory(dir=OUT))).resolve()
        command = [".build/providers/bin/python", "-B", "Tests/providers/server.py", self.folder]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = self.process.stdout.readline().split()[0]
        url = f"https://localhost:{port}"
        self.settings = {"push": {"authorities": str(self.folder / "authority.pem"), "title": "Birds"}}
        for maker in MAKERS:
            self.settings[maker] = {"keyFile": str(self.folder / f"{maker}.json"), "endpoint": url}
            if maker in ("huawei", "honor"):
                self.settings[maker]["tokenEndpoint"] = url
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.stack.close()

    @property
    def asked(self):
        with open(self.folder / "record") as record:
            kinds = collections.Counter(json.loads(line)["kind"] for line in record)
        return sum(kinds[maker] for maker in MAKERS)


def settle(providers):
    """Until no push comes any more."""
    before = -1
    while (now := providers.asked) != before:
        before = now
        time.sleep(1)


def make_users(server):
    for number in range(USERS * len(MAKERS)):
        session = Session(server)
        session.ask("session.open", {"user": f"phone{number}", "device": "phone", "platform": "android"})
        session.ask("push.register", {"provider": MAKERS[number % len(MAKERS)], "token": f"ok-{number}"})
        session.close()
    admin = Session(server)
    admin.ask("session.open", {"adminKey": server.admin_key})
    for first in range(0, USERS * len(MAKERS), 100):
        accounts = [{"userID": f"nobody{number}"} for number in range(first, first + 100)]
        admin.ask("admin.account.create", {"accounts": accounts})


class Writer:
    """A user who writes to all others in turn, without waiting for replies."""

    def __init__(self, server):
        self.server, self.session, self.count = server, Session(server), 0
        self.session.ask("session.open", {"user": "writer", "device": "bench", "platform": "pc"})
        self.replied = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        # The server closes the session at its end.
        with contextlib.suppress(AssertionError):
            while True:
                reply = json.loads(self.session.frame())
                if "id" in reply:
                    self.replied[reply["id"]] = time.monotonic() if "ok" in reply else None

    def write(self, names, rate, seconds):
        due, (began, before) = {}, (time.monotonic(), cpu_seconds(self.server.pid))
        for number in range(rate * seconds):
            self.count += 1
            due[1000 + self.count] = at = began + number / rate
            time.sleep(max(0, at - time.monotonic()))
            self.session.socket.sendall(self.message(names.format(self.count % (USERS * len(MAKERS)))))
        # Pushes that are under way count, too.
        time.sleep(1)
        cpu = cpu_seconds(self.server.pid) - before
        if refused := [id for id in due if self.replied.get(id) is None]:
            sys.exit(f"{len(refused)} messages were refused, or not answered in time")
        took = sorted(1000 * (self.replied[id] - at) for id, at in due.items())
        return {"cores": cpu / seconds, "late": took[len(took) * 99 // 100]}

    def message(self, name):
        id = 1000 + self.count
        data = {"conversationID": f"c2c_{name}", "clientMsgId": f"m{id}", "type": 0, "body": {"text": "Are you there?"}}
        return request_frame(id, "message.send", data)

"""What users feel of their operators: messages beside idle sessions, with the console and `martlet ctl` at work, and without."""

import contextlib
import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from growth import silent
from servers import LOAD_CORE, OUT, Gateway, free_port, load, pinned, report, write_secret


class Page:
    """A tab of the console: signed in, with the calls that its views make, as often as they make them."""

    # As Sources/Console/Page has them: seconds between two, and what is asked for.
    OVERVIEW, EVENTS, SESSIONS = 2, 1, 5

    def __init__(self, port, key, view):
        self.port, self.key, self.view = port, key, view
        self.calls, self.took, self.failures = 0, [], []
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        try:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            self.sign_in()
            getattr(self, self.view)()
        except Exception as error:
            self.failures.append(repr(error))

    def sign_in(self):
        body = json.dumps({"name": "bench", "secret": self.key})
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        self.connection.request("POST", "/console/session", body, headers)
        answer = self.connection.getresponse()
        session = json.loads(answer.read())["ok"]
        self.ahead = session["serverTime"] - time.time() * 1000
        self.headers = {
            **headers,
            "Cookie": answer.getheader("Set-Cookie").partition(";")[0],
            "Martlet-Console": session["token"],
        }

    def request(self, method, path, body=None):
        began = time.monotonic()
        self.connection.request(method, path, body, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, (path, answer.status, text[:200])
        self.took.append(time.monotonic() - began)
        self.calls += 1
        return text

    def call(self, operation, data):
        return json.loads(self.request("POST", f"/console/api/{operation}", json.dumps(data)))["ok"]

    def overview(self):
        while not self.stop.is_set():
            self.request("GET", "/metrics")
            self.request("GET", "/readyz")
            self.stop.wait(self.OVERVIEW)

    def events(self):
        after = self.now()
        while not self.stop.is_set():
            page = self.call("admin.events.read", {"after": after, "limit": 100})
            after = page["next"] if page["isFinished"] else self.now()
            self.stop.wait(self.EVENTS)

    def sessions(self):
        """Nobody reloads a list as often by hand."""
        while not self.stop.is_set():
            self.call("admin.session.find", {"limit": 100})
            self.stop.wait(self.SESSIONS)

    def now(self):
        return f"evt_{int(time.time() * 1000 + self.ahead) * 1000}"

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


@contextlib.contextmanager
def command(options, port, keys, *words):
    """`martlet ctl` with these words, until the block ends."""
    line = [options.martlet, "ctl", *words, "--url", f"http://127.0.0.1:{port}", "--key-file", keys]
    with open(OUT / f"bench-console-{words[0]}.log", "wb") as output:
        process = subprocess.Popen(pinned(LOAD_CORE, line), stdout=output, stderr=subprocess.STDOUT)
        try:
            yield
            if process.poll() is not None:
                sys.exit(f"martlet ctl {words[0]} has ended; see {output.name}")
        finally:
            process.terminate()
            process.wait()


def bench_console(options):
    port = free_port()
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-keys.") as folder:
        with Gateway.run(options.martlet, core=None, admin={"listen": f"127.0.0.1:{port}"}) as server:
            keys = pathlib.Path(folder) / "admin.json"
            write_secret(keys, {"keys": [{"name": "bench", "secret": server.admin_key}]})
            with silent(options, server, options.connections):
                rounds, pages = measure(server, port, keys, options)
    ratios = [beside["p99"] / alone["p99"] for beside, alone in zip(rounds["beside"], rounds["alone"])]
    result = {"rounds": rounds, "ratios": ratios, "ratio": statistics.median(ratios), "pages": pages}
    report("console", result)
    print(
        f"{options.rate:,} messages a second of {options.pairs} pairs beside {options.connections:,} silent sessions, "
        "in milliseconds until delivered, medians:"
    )
    for name in ("alone", "beside"):
        one = {share: statistics.median(each[share] for each in rounds[name]) for share in ("p50", "p99", "max")}
        print(f"  {name:7} p50 {one['p50']:7.2f}   p99 {one['p99']:7.2f}   longest {one['max']:7.2f}")
    for view, one in pages.items():
        print(f"  {view:9} {one['calls']} calls, the slowest {one['slowest'] * 1000:.0f} ms")
    print(f"  p99 with operators: {result['ratio']:.0%} of that without")
    return {"console.p99": result["ratio"]}


def measure(server, port, keys, options):
    flags = ["--pairs", options.pairs, "--rate", options.rate, "--seconds", options.seconds]
    flags += ["--warmup", options.warmup]
    views = ("overview", "events", "sessions")
    pages = {view: {"calls": 0, "slowest": 0} for view in views}

    def talk():
        numbers = load(options.load, "p2p", server, *flags, core=None)
        return {share: value / 1000 for share, value in numbers["deliveries"]["microseconds"].items()}

    def beside():
        with contextlib.ExitStack() as stack:
            tabs = [stack.enter_context(Page(port, server.admin_key, view)) for view in views]
            stack.enter_context(command(options, port, keys, "stats", "--count", "0"))
            stack.enter_context(command(options, port, keys, "tail", "--about", "p2p-0-a"))
            numbers = talk()
        for tab in tabs:
            if tab.failures or tab.calls == 0:
                sys.exit(f"the console's {tab.view}: {tab.failures}")
            one = pages[tab.view]
            pages[tab.view] = {"calls": one["calls"] + tab.calls, "slowest": max(one["slowest"], *tab.took)}
        return numbers

    contestants = {"alone": talk, "beside": beside}
    rounds = {name: [] for name in contestants}
    for number in range(options.rounds):
        for name in sorted(contestants, reverse=number % 2 == 1):
            rounds[name].append(contestants[name]())
            print(f"    round {number + 1}: {name:8} p99 {rounds[name][-1]['p99']:.2f} ms", file=sys.stderr)
    return rounds, pages

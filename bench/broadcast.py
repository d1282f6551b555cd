"""A broadcast to everybody: its time, the server's CPU, and what users who write to each other meanwhile feel of it."""

import statistics
import threading
import time

from growth import silent
from many import Caller, cpu_seconds
from servers import Gateway, load, report


def bench_broadcast(options):
    # As many as the measurement sends.
    broadcasts = {"perMinute": 600, "deliveriesPerSecond": options.pace}
    with Gateway.run(options.martlet, broadcasts=broadcasts) as server:
        admin = Caller(server, {"Martlet-Key": server.admin_key})
        create_accounts(admin, options.offline)
        with silent(options, server, options.online):
            result = measure(server, admin, options)
    report("broadcast", result)
    return {"broadcast.p99": result["meanwhile"]["deliveries"]["p99"]}


def create_accounts(admin, count):
    for start in range(0, count, 100):
        accounts = [{"userID": f"away-{number}"} for number in range(start, min(start + 100, count))]
        results = admin.ask("admin.account.create", {"accounts": accounts})["results"]
        assert all(result["code"] == 0 for result in results)


def broadcast(admin, name):
    """Sends one, and waits until all who are there have been told."""
    began = time.monotonic()
    text = "x" * 200
    seq = admin.ask("admin.broadcast", {"clientMsgId": name, "type": 0, "body": {"text": text}})["seq"]
    replied = time.monotonic() - began
    while (status := admin.ask("admin.broadcast.status", {"seq": seq}))["state"] == "telling":
        time.sleep(0.05)
    assert status["state"] == "told", status
    return {"replied": replied * 1000, "seconds": time.monotonic() - began, "told": status["told"], "of": status["of"]}


class Continually:
    """Broadcasts one after the other, for as long as the block runs."""

    def __init__(self, admin):
        self.admin, self.done, self.stop = admin, [], threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.stop.is_set():
            self.done.append(broadcast(self.admin, f"meanwhile-{len(self.done)}"))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


def measure(server, admin, options):
    def talk():
        flags = ["--pairs", options.pairs, "--rate", options.rate, "--seconds", options.seconds, "--warmup", 2]
        numbers = load(options.load, "p2p", server, *flags)
        return {
            name: {share: value / 1000 for share, value in numbers[name]["microseconds"].items()}
            for name in ("acknowledgements", "deliveries")
        }

    before = cpu_seconds(server.pid)
    quiet = [broadcast(admin, f"quiet-{number}") for number in range(options.rounds)]
    cpu = cpu_seconds(server.pid) - before
    assert all(one["told"] == one["of"] == options.online for one in quiet)
    result = {
        "quiet": quiet,
        "microseconds": cpu * 1_000_000 / sum(one["told"] for one in quiet),
        "alone": talk(),
    }
    with Continually(admin) as continually:
        result["meanwhile"] = talk()
    result["broadcasts"] = continually.done
    for one in continually.done:
        # Pairs come and go with the load.
        assert one["told"] >= options.online
    print(f"one broadcast to {options.online:,} sessions and {options.offline:,} accounts that are away:")
    seconds, replied = (statistics.median(one[name] for one in quiet) for name in ("seconds", "replied"))
    print(f"  {seconds:.2f} s, {result['microseconds']:.1f} µs of CPU for each session; the reply after {replied:.1f} ms")
    print(f"messages of {options.pairs} pairs, {options.rate} a second, in milliseconds until delivered:")
    for name in ("alone", "meanwhile"):
        one = result[name]["deliveries"]
        print(f"  {name:10} p50 {one['p50']:6.2f}   p99 {one['p99']:6.2f}   longest {one['max']:6.2f}")
    print(f"  meanwhile {len(continually.done)} broadcasts")
    return result

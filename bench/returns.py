"""Logins of users who follow many channels: afresh, and of devices that were away while messages came."""

import os
import statistics
import time

from many import Caller, cpu_seconds
from servers import LOAD_CORE, Gateway, interleaved, report, resident_bytes
from session import Session

NOBODY = "without channels"


def bench_returns(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    with Gateway.run(options.martlet) as server:
        admin = Caller(server, {"Martlet-Key": server.admin_key})
        channels = [f"channel-{number}" for number in range(options.channels)]
        for channel in channels:
            admin.ask("admin.channel.create", {"channelID": channel})
        for user in range(options.users):
            admin.ask("admin.account.create", {"accounts": [{"userID": f"{kind}-{user}"} for kind in ("one", "many")]})
            subscribe = {"op": "channel.subscribe", "as": f"many-{user}"}
            in_pieces(admin, [{**subscribe, "data": {"channelID": channel}} for channel in channels])
        last = publish(admin, channels, max(options.missed), options.bytes)
        logins = Logins(server, options.users)
        kinds = {NOBODY: lambda user: logins.come(f"one-{user}"), "afresh": lambda user: logins.come(f"many-{user}")}
        for missed in options.missed:
            places = {channel: last - missed for channel in channels}
            kinds[f"{missed} missed of each"] = lambda user, places=places: logins.come(f"many-{user}", places)
        rounds = interleaved(kinds, options.rounds, lambda kind: logins.cost(kinds[kind], kind))
    return told(options, rounds, logins)


def in_pieces(admin, calls):
    for start in range(0, len(calls), 100):
        results = admin.ask("batch", {"calls": calls[start : start + 100]})["results"]
        assert all("ok" in result for result in results), results


def publish(admin, channels, count, size):
    """So many messages to each; the seq of the last."""
    for number in range(count):
        message = {"clientMsgId": str(number), "type": 0, "body": {"text": "x" * size}}
        in_pieces(admin, [
            {"op": "admin.channel.publish", "data": {"channelID": channel, **message}} for channel in channels
        ])
    return admin.ask("admin.channel.info", {"channelID": channels[0]})["seq"]


class Logins:
    def __init__(self, server, users):
        self.server, self.users = server, users
        self.milliseconds, self.kilobytes, self.pages, self.memory = {}, {}, {}, {}

    def come(self, user, places=None):
        """A session, what its reply took, its bytes, and how many pages have brought what did not fit into it."""
        session = Session(self.server)
        data = {"user": user, "device": "bench", "platform": "pc"}
        if places is not None:
            data["resume"] = {"channels": places}
        began = time.monotonic()
        ok, size = session.ask("session.open", data)
        pages = 0
        for channel, verdict in ok.get("resume", {}).get("channels", {}).items():
            assert verdict["verdict"] != "reset", verdict
            pages += self.catch_up(session, channel, verdict) if verdict["verdict"] == "gap" else 0
        return session, (time.monotonic() - began) * 1000, size / 1000, pages

    @staticmethod
    def catch_up(session, channel, verdict):
        place, pages = verdict["from"] - 1, 0
        while place < verdict["to"]:
            page, _ = session.ask(
                "channel.history", {"channelID": channel, "direction": "newer", "cursor": place, "limit": 100}
            )
            place, pages = page["messages"][-1]["seq"], pages + 1
        return pages

    def cost(self, come, kind):
        """Microseconds of the server's CPU for a login, the connection included, and not its end."""
        memory, before, sessions, took = resident_bytes(self.server.pid), cpu_seconds(self.server.pid), [], []
        for user in range(self.users):
            session, milliseconds, kilobytes, pages = come(user)
            sessions.append(session)
            took.append(milliseconds)
            self.kilobytes[kind], self.pages[kind] = kilobytes, pages
        cpu = cpu_seconds(self.server.pid) - before
        self.memory.setdefault(kind, []).append((resident_bytes(self.server.pid) - memory) / self.users)
        self.milliseconds.setdefault(kind, []).extend(took)
        for session in sessions:
            session.close()
        time.sleep(0.5)
        return cpu * 1e6 / self.users


def told(options, rounds, logins):
    result = {"channels": options.channels, "users": options.users, "kinds": {}}
    print(f"logins of users who follow {options.channels} channels, medians:")
    for kind, costs in rounds.items():
        times = sorted(logins.milliseconds[kind])
        one = {
            "microseconds": statistics.median(costs), "p50": statistics.median(times),
            "p99": times[int(len(times) * 0.99)], "kilobytes": logins.kilobytes[kind], "pages": logins.pages[kind],
            "memory": logins.memory[kind][0],
        }
        result["kinds"][kind] = one
        print(
            f"  {kind:20} {one['microseconds']:8.0f} µs of CPU   p50 {one['p50']:6.2f} ms   p99 {one['p99']:6.2f} ms"
            f"   {one['kilobytes']:6.1f} kB   {one['pages']:3} pages"
        )
    report("returns", result)
    return {"returns.afresh": result["kinds"]["afresh"]["microseconds"]}

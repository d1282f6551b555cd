"""Channels: the server's CPU for each delivery of a message, beside a group's and the bare fan-out's."""

import statistics
import threading

from group import cost, cost_of_delivery
from many import Caller
from servers import Gateway, Probe, interleaved, median_ratio, report

# Beyond it there are only channels, and the load writes to a group where it measures the probe.
LARGEST_GROUP = 10_000
CHANNEL = "crowd"
# Their requests share commits.
CALLERS = 8


def bench_channel(options):
    """One channel for all rounds: most of its followers are away, and those who are there come anew in each."""
    with Gateway.run(options.martlet) as crowd:
        make(crowd, max(options.followers - max(options.connected), 0))
        result, ratios = {"followers": options.followers, "runs": []}, {}
        for connected in options.connected:
            print(f"µs of server CPU for each delivery to {connected:,} of {options.followers:,} followers, medians:")
            for window in options.window:
                rounds = measure(options, crowd, connected, window)
                result["runs"].append({"connected": connected, "window": window, "rounds": rounds})
                print(f"  window {window:>2}:", "   ".join(f"{name} {statistics.median(rounds[name]):6.2f}" for name in rounds))
                for name in rounds.keys() - {"channel"}:
                    ratio = median_ratio(rounds["channel"], rounds[name])
                    ratios[f"channel.{name}.{connected}.window{window}"] = ratio
                    print(f"    {ratio:.0%} of the {name}'s")
        result["counted"] = followers(crowd)
    report("channel", result)
    return ratios


def measure(options, crowd, connected, window):
    contestants = ["channel", *(["probe", "group"] if connected < LARGEST_GROUP else [])]

    def one(name):
        if name == "channel":
            flags = ["--existing", CHANNEL, "--followers", connected, "--window", window]
            return cost(options, crowd, "channel", *flags)
        with Probe.run() if name == "probe" else Gateway.run(options.martlet) as server:
            return cost_of_delivery(options, server, connected + 1, window)

    return interleaved(contestants, options.rounds, one)


def make(server, away):
    Caller(server, {"Martlet-Key": server.admin_key}).ask("admin.channel.create", {"channelID": CHANNEL})
    threads = [threading.Thread(target=follow, args=(server, range(number, away, CALLERS))) for number in range(CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert followers(server) == away, "not all follow"


def follow(server, numbers):
    admin = Caller(server, {"Martlet-Key": server.admin_key})
    for start in range(0, len(numbers), 100):
        users = [f"away-{number}" for number in numbers[start : start + 100]]
        admin.ask("admin.account.create", {"accounts": [{"userID": user} for user in users]})
        data = {"channelID": CHANNEL}
        admin.ask("batch", {"calls": [{"op": "channel.subscribe", "as": user, "data": data} for user in users]})


def followers(server):
    admin = Caller(server, {"Martlet-Key": server.admin_key})
    return admin.ask("admin.channel.info", {"channelID": CHANNEL})["followers"]

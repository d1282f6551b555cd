"""Several gateways with one log: what a message costs at the leader, at followers and at the database, beside one gateway."""

import os
import pathlib
import secrets
import shutil
import statistics
import sys
import tempfile
import time

from servers import LOAD_SETTINGS, OUT, Gateway, load, refuse_memory, report

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Tests/faults"))
from processes import Database, Node, until  # pylint: disable=wrong-import-position

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid, with_ended=False):
    """Of a process; with those of its children that have ended."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15] if with_ended else fields[11:13])) / TICKS


def cpu_of_database(database):
    first = database.pid
    with open(f"/proc/{first}/task/{first}/children") as file:
        children = file.read().split()
    return cpu_seconds(first, with_ended=True) + sum(cpu_seconds(int(child)) for child in children)


class Nodes:
    """Three gateways on a PostgreSQL server, on this machine's disk, and all on all of its cores."""

    def __init__(self, martlet):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="martlet-bench."))
        refuse_memory(self.folder)
        # The database's user has to come through.
        self.folder.chmod(0o711)
        self.database, self.nodes = Database(self.folder / "postgres"), []
        self.admin_key = secrets.token_hex(32)
        self.martlet = martlet

    def start(self):
        self.database.start()
        address = f"host={self.database.directory} dbname=postgres user=martlet"
        settings = {name: LOAD_SETTINGS[name] for name in ("channels", "messages", "log")}
        for number in range(3):
            name = f"n{number}"
            node = Node(name, self.folder / name, self.martlet, address, self.admin_key, settings=settings)
            self.nodes.append(node)
            node.start()
        until("all nodes are ready", lambda: all(node.is_ready for node in self.nodes))
        self.leader = until("a node leads", lambda: next((node for node in self.nodes if node.leads), None))
        self.followers = [node for node in self.nodes if node is not self.leader]

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        for node in self.nodes:
            if node.runs:
                node.kill()
        self.database.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu(self):
        return {
            "leader": cpu_seconds(self.leader.process.pid),
            "follower": statistics.mean(cpu_seconds(node.process.pid) for node in self.followers),
            "nodes": sum(cpu_seconds(node.process.pid) for node in self.nodes),
            "database": cpu_of_database(self.database),
        }

    def run(self, options, scenario, nodes, *flags):
        """The numbers of martlet-load, and the CPU seconds of all while it sent; fails if the ledger does."""
        flags = [str(flag) for flag in flags]
        if scenario == "group":
            flags += ["--admin-key", self.admin_key]
        for node in nodes[1:]:
            flags += ["--url", node.url]
        before, began = self.cpu(), time.monotonic()
        numbers = load(
            options.load, scenario, Place(nodes[0]), "--warmup", 0, "--seconds", options.seconds, *flags, core=None
        )
        after = self.cpu()
        numbers["cpu"] = {name: after[name] - before[name] for name in after}
        numbers["took"] = time.monotonic() - began
        if not self.leader.leads:
            sys.exit("the leader has changed: this machine is too busy for a measurement")
        return numbers


class Place:
    """As `load` wants a server."""

    def __init__(self, node):
        self.url, self.pid = node.url, node.process.pid


def bench_cluster(options):
    result = {"p2p": [], "fanout": []}
    for number in range(options.rounds):
        result["p2p"].append(measure_messages(options, number))
        result["fanout"].append(measure_fanout(options, number))
    tell_messages(result["p2p"])
    ratios = [one["cluster"] / one["alone"] for one in result["fanout"]]
    print(f"a delivery to {options.members:,} members, µs of the gateways' CPU, medians of {options.rounds} rounds:")
    for name in ("alone", "cluster"):
        print(f"  {name:8} {statistics.median(one[name] for one in result['fanout']):6.2f}")
    print(f"  {statistics.median(ratios):.0%} of one gateway's")
    report("cluster", result)
    thirds = [one["at the leader"]["atAThird"]["p99"] for one in result["p2p"]]
    return {"cluster.fanout": statistics.median(ratios), "cluster.p99": statistics.median(thirds)}


def measure_messages(options, number):
    flags = ["--pairs", options.pairs, "--window", options.window, "--bytes", options.bytes]
    found = {}

    def alone():
        with Gateway.run(options.martlet, core=None) as gateway:
            return load(
                options.load, "p2p", gateway, "--warmup", 0, "--seconds", options.seconds, *map(str, flags), core=None
            )

    found["alone"] = summary(alone())
    with Nodes(options.martlet) as nodes:
        places = {"at the leader": [nodes.leader], "at all nodes": nodes.nodes}
        for name, where in places.items():
            found[name] = summary(nodes.run(options, "p2p", where, *flags))
            third = int(found[name]["perSecond"] / 3)
            found[name]["atAThird"] = summary(nodes.run(options, "p2p", where, *flags, "--rate", third))
    for name, one in found.items():
        print(f"    round {number + 1}: {name:14} {one['perSecond']:8,.0f} a second", file=sys.stderr)
    return found


def summary(numbers):
    count = numbers["acknowledgements"]["count"]
    one = {
        "perSecond": numbers["acknowledgements"]["perSecond"],
        "p99": numbers["acknowledgements"]["microseconds"]["p99"] / 1000,
        "load": numbers["load"]["cpuMicrosecondsEach"],
    }
    if "cpu" in numbers:
        one["microseconds"] = {name: seconds * 1e6 / count for name, seconds in numbers["cpu"].items()}
    else:
        one["microseconds"] = {"leader": numbers["server"]["cpuMicrosecondsEach"]}
    return one


def tell_messages(rounds):
    def median(values):
        return statistics.median(list(values))

    print("durable messages between pairs, medians; µs of CPU for each message:")
    for name in rounds[0]:
        these = [one[name] for one in rounds]
        costs = {who: median(one["microseconds"][who] for one in these) for who in these[0]["microseconds"]}
        text = "   ".join(f"{who} {cost:.1f}" for who, cost in costs.items())
        print(f"  {name:14} {median(one['perSecond'] for one in these):8,.0f} a second   {text}")
        if "atAThird" in these[0]:
            thirds = [one["atAThird"] for one in these]
            print(f"  {'at a third':14} p99 of acknowledgements {median(one['p99'] for one in thirds):.1f} ms")


def measure_fanout(options, number):
    flags = ["--members", options.members, "--window", options.fanoutWindow, "--bytes", options.bytes]

    def per_delivery(cpu, numbers):
        return cpu * 1e6 / numbers["deliveries"]["count"]

    found = {}
    with Gateway.run(options.martlet, core=None) as gateway:
        more = ["--admin-key", gateway.admin_key, "--warmup", 0, "--seconds", options.seconds]
        numbers = load(options.load, "group", gateway, *map(str, flags + more), core=None)
        found["alone"] = per_delivery(numbers["server"]["cpuSeconds"], numbers)
    with Nodes(options.martlet) as nodes:
        numbers = nodes.run(options, "group", nodes.nodes, *flags)
        found["cluster"] = per_delivery(numbers["cpu"]["nodes"], numbers)
        found["database"] = per_delivery(numbers["cpu"]["database"], numbers)
    print(f"    round {number + 1}: a delivery: {found['alone']:.2f} µs alone, {found['cluster']:.2f}", file=sys.stderr)
    return found

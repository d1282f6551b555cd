"""The faults. Each is a generator: it yields when the fault has begun, and then heals it.

What it yields is a moment, or a moment and a name: a later one is that of a step after which acknowledgements can be expected
again, and is measured as well.
"""

import contextlib
import os
import signal
import time

from proxy import BOTH, FROM_DATABASE, TO_DATABASE
from processes import Failure, until

# By name: the function, and for how many seconds the load lasts.
KINDS = {}


def kind(name, seconds=12):
    def add(body):
        KINDS[name] = (body, seconds)
        return body

    return add


def now():
    return time.monotonic_ns()


def wait(random, shortest, longest):
    time.sleep(random.uniform(shortest, longest))


def short_or_long(random):
    """Shorter than a lease, or longer than a node may be silent."""
    return random.uniform(0.2, 1.5) if random.random() < 0.5 else random.uniform(4.5, 7)


# Processes


def kill(cluster, random, node):
    node.kill()
    yield now()
    wait(random, 0, 4)
    node.start()


@kind("leader killed")
def leader_killed(cluster, random):
    yield from kill(cluster, random, cluster.victim(cluster.leader()))


@kind("follower killed")
def follower_killed(cluster, random):
    yield from kill(cluster, random, cluster.victim(cluster.follower(random)))


@kind("follower killed, its disk lost")
def disk_lost(cluster, random):
    node = cluster.victim(cluster.follower(random))
    node.kill()
    yield now()
    node.forget()
    node.start()


def pause(cluster, random, node):
    node.signal(signal.SIGSTOP)
    yield now()
    time.sleep(short_or_long(random))
    node.signal(signal.SIGCONT)


@kind("leader paused", 16)
def leader_paused(cluster, random):
    yield from pause(cluster, random, cluster.victim(cluster.leader()))


@kind("follower paused", 16)
def follower_paused(cluster, random):
    yield from pause(cluster, random, cluster.victim(cluster.follower(random)))


@kind("leader ended by SIGTERM")
def leader_ended(cluster, random):
    node = cluster.victim(cluster.leader())
    yield now()
    node.end()
    wait(random, 0, 2)
    node.start()


# Versions


def upgraded(cluster, random):
    """Of a cluster that begins with another program: one node after the other, the one that leads last."""
    leader = cluster.leader()
    followers = [node for node in cluster.nodes if node is not leader]
    random.shuffle(followers)
    for node in [*followers, leader]:
        cluster.victim(node)
        yield now(), "the leader ends" if node is leader else "a follower ends"
        node.end()
        node.martlet = cluster.next_version
        node.start()
        until(f"{node.name} is ready", lambda node=node: node.is_ready, seconds=30)
        wait(random, 0.5, 2)


# Links to the database


def cut(cluster, random, node, ways):
    node.cut(ways)
    yield now()
    time.sleep(short_or_long(random))
    node.mend(resets=random.random() < 0.5)


for role in ("leader", "follower"):
    for what, ways in (("", BOTH), (", towards it alone", [TO_DATABASE]), (", back from it alone", [FROM_DATABASE])):

        @kind(f"{role} cut off from the database{what}", 17)
        def cut_off(cluster, random, role=role, ways=ways):
            node = cluster.leader() if role == "leader" else cluster.follower(random)
            yield from cut(cluster, random, cluster.victim(node), ways)


@kind("everybody far from the database")
def far(cluster, random):
    for node in cluster.nodes:
        node.slow(random.uniform(0.02, 0.1))
    yield now()
    wait(random, 3, 6)


# The database


@kind("database killed and started again", 16)
def database_killed(cluster, random):
    server = cluster.databases.primary
    how = random.choice(["kill -9", "immediate", "fast"])
    if how == "kill -9":
        os.kill(server.pid, signal.SIGKILL)
    else:
        server.stop(how)
    yield now()
    wait(random, 0, 2.5)
    server.start()
    until("the standby follows again", cluster.databases.is_strict)
    yield now(), "the database is there again"


@kind("primary stopped, standby promoted", 24)
def promoted(cluster, random):
    databases = cluster.databases
    databases.primary.stop(random.choice(["immediate", "fast"]))
    yield now()
    wait(random, 0, 1.5)
    databases.standby.promote()
    yield now(), "the standby is promoted"
    databases.swap()
    wait(random, 2, 3)
    databases.add_standby()


@kind("standby paused", 16)
def standby_paused(cluster, random):
    server = cluster.databases.standby
    server.signal_all(signal.SIGSTOP)
    yield now()
    time.sleep(short_or_long(random))
    server.signal_all(signal.SIGCONT)
    yield now(), "the standby goes on"


# Machines


def fill_disk(cluster, random, node):
    ballast = node.data / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        with contextlib.suppress(OSError):
            while file.write(bytes(1 << 20)):
                pass
        with contextlib.suppress(OSError):
            while file.write(bytes(512)):
                pass
    yield now()
    wait(random, 3, 5)
    ballast.unlink()


@kind("leader's disk full", 16)
def leader_full(cluster, random):
    yield from fill_disk(cluster, random, cluster.victim(cluster.leader()))


@kind("follower's disk full", 16)
def follower_full(cluster, random):
    yield from fill_disk(cluster, random, cluster.victim(cluster.follower(random)))


@kind("clocks of two nodes an hour off")
def clocks(cluster, random):
    """It stays so for the rounds to come."""
    leader = cluster.leader()
    if leader.clock is None:
        raise Failure("the clocks were not prepared")
    leader.set_clock(random.choice([-3600, 3600]))
    cluster.follower(random).set_clock(random.choice([-3600, 3600, 0]))
    yield now()
    if random.random() < 0.5:
        wait(random, 1, 3)
        cluster.victim(leader).kill()
        yield now(), "and the leader killed"
        leader.start()


# What a machine may not let this script do.
NEEDS_MOUNTS = {"leader's disk full", "follower's disk full"}

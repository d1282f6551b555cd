"""Rounds of faults under load, for scripts/cluster."""

import argparse
import json
import pathlib
import random
import secrets
import signal
import statistics
import sys
import time

from cluster import Cluster, may_mount
from kinds import KINDS, NEEDS_MOUNTS, upgraded
from load import Journal, running, unexpected_losses
from processes import Failure

# Of one cluster; then a new one begins with empty stores.
ROUNDS_PER_CLUSTER = 12
OUT = pathlib.Path("out/cluster")


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/cluster faults")
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    parser.add_argument("--first", type=int, default=1, help="the number of the first round, to repeat one")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="only this kind; several times: only these")
    parser.add_argument("--rate", type=int, default=150, help="requests a second")
    parser.add_argument("--minutes", type=float, help="begins no round after so long")
    parser.add_argument("--before", help="a program whose nodes are upgraded, one after the other; nothing else is done")
    parser.add_argument("--martlet", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--load", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--clock", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def order(options):
    """Each kind once, in an order of the seed's, and then again."""
    kinds = ["upgraded"] if options.before else sorted(options.kind or KINDS)
    if not may_mount():
        left_out = NEEDS_MOUNTS.intersection(kinds)
        if left_out:
            print(f"without mounts there is no: {', '.join(sorted(left_out))}")
        kinds = [name for name in kinds if name not in left_out]
    number = 0
    while True:
        number += 1
        turn = list(kinds)
        random.Random(f"{options.seed} order {number}").shuffle(turn)
        yield from turn


def carry_out(name, cluster, options, number, folder):
    """One round. Returns what it has measured."""
    chance = random.Random(f"{options.seed} round {number}")
    body, seconds = (upgraded, 45) if options.before else KINDS[name]
    cluster.begin_round(chance)
    with running(options.load, cluster, folder, options.rate, seconds) as load:
        load.await_begin()
        time.sleep(chance.uniform(0.3, 1.5))
        moments = []
        for moment in body(cluster, chance):
            moments.append(moment if isinstance(moment, tuple) else (moment, ""))
        load.finish()
    journal = Journal(load.journal)
    cluster.await_health()
    record = cluster.compare()
    wrong, allowed = unexpected_losses(journal, cluster)
    if wrong:
        raise Failure(f"connections at nodes to which nothing was done: {wrong[:5]}")
    for node in cluster.nodes:
        if "the node does nothing more" in node.log.read_text():
            raise Failure(f"{node.name} has stopped to work")
    measured = [(f"{name}: {step}" if step else name, journal.first_new(at), journal.longest_silence(at)) for at, step in moments]
    first, silence = measured[0][1:]
    print(
        f"{number:4} {name}: {len(journal.acknowledged)} acknowledged, first new after {first * 1000:.0f} ms, "
        f"longest silence {silence * 1000:.0f} ms, {len(journal.lost)} lost connections"
        + (f", {allowed} of them by 1011" if allowed else "") + f", {record.split('  ')[1]}",
        flush=True,
    )
    return measured


def table(measured):
    """By kind: how often, and milliseconds at the median and at worst."""
    print(f"\n{'':62}{'first new, ms':>20}{'silence, ms':>20}\n{'':54}{'rounds':>8}{'p50':>10}{'worst':>10}{'p50':>10}{'worst':>10}")
    for name in sorted(measured):
        firsts, silences = zip(*measured[name])
        values = [statistics.median(firsts), max(firsts), statistics.median(silences), max(silences)]
        print(f"{name:54}{len(firsts):8}" + "".join(f"{value * 1000:10.0f}" for value in values))


def main():
    options = arguments()
    # So that nothing stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    print(f"MARTLET_SEED={options.seed}", flush=True)
    OUT.mkdir(parents=True, exist_ok=True)
    kinds = order(options)
    for _ in range(options.first - 1):
        next(kinds)
    measured, passed, failed, cluster, rounds = {}, 0, 0, None, 0
    began = time.monotonic()
    try:
        for number in range(options.first, options.first + options.rounds):
            if options.minutes and time.monotonic() - began > options.minutes * 60:
                print(f"the time is over before round {number}")
                break
            name, folder = next(kinds), OUT / f"round-{number}"
            try:
                if cluster is None:
                    first_version = options.before or options.martlet
                    cluster, rounds = Cluster(first_version, options.martlet, options.clock, may_mount()), 0
                for what, first, silence in carry_out(name, cluster, options, number, folder):
                    measured.setdefault(what, []).append((first, silence))
                passed, rounds = passed + 1, rounds + 1
            except Failure as failure:
                failed += 1
                print(f"{number:4} {name}: FAILED: {failure}", flush=True)
                if cluster:
                    kept = OUT / f"failed-{options.seed}-{number}"
                    cluster.keep_logs(kept)
                    for path in folder.glob("*"):
                        path.rename(kept / path.name)
                rounds = ROUNDS_PER_CLUSTER
            if cluster and (options.before or rounds >= ROUNDS_PER_CLUSTER):
                cluster.stop()
                cluster = None
    finally:
        if cluster:
            cluster.stop()
    if measured:
        table(measured)
    (OUT / "faults.json").write_text(json.dumps({"seed": options.seed, "measured": measured}, indent=1) + "\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()

"""Whether a delivery costs more when there are more connections that have nothing to do with it."""

import contextlib
import statistics
import subprocess
import sys

from servers import LOAD_CORE, OUT, Gateway, interleaved, load, median_ratio, pinned, report
from group import cost_of_delivery


@contextlib.contextmanager
def silent(options, server, count):
    """That many sessions that say nothing."""
    if count == 0:
        yield
        return
    command = [options.load, "idle", "--url", server.url, "--connections", count, "--seconds", 3600]
    command += ["--json", OUT / "bench-silent.json"]
    process = subprocess.Popen(pinned(LOAD_CORE, command), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        # Its first line comes when everybody is there.
        if not process.stderr.readline():
            sys.exit("the silent clients did not come")
        yield
    finally:
        process.terminate()
        process.wait()


def bench_growth(options):
    members = 1000

    def measure(name):
        with Gateway.run(options.martlet) as server, silent(options, server, int(name) - members):
            if options.scenario == "group":
                return cost_of_delivery(options, server, members, 1)
            flags = ["--pairs", members // 2, "--seconds", options.seconds, "--warmup", options.warmup]
            return load(options.load, "p2p", server, *flags)["server"]["cpuMicrosecondsEach"]

    few, many = str(members), str(options.connections)
    rounds = interleaved(dict.fromkeys([few, many]), options.rounds, measure)
    ratio = median_ratio(rounds[many], rounds[few])
    report(f"growth-{options.scenario}", {"rounds": rounds, "ratio": ratio})
    unit = "delivery" if options.scenario == "group" else "message"
    for count in (few, many):
        print(f"  {int(count):>6,} connections: {statistics.median(rounds[count]):.2f} µs of server CPU for each {unit}")
    print(f"  {ratio:.0%}")
    return {f"growth.{options.scenario}": ratio}

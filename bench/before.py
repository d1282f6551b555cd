"""This gateway beside a former one, in the same rounds: what became of messages, connections, echoes and silence."""

import contextlib
import os
import pathlib
import statistics
import time

from engine import round_trips
from group import cost_of_delivery
from growth import silent
from handshake import SOURCES
from servers import Gateway, interleaved, load, median_ratio, report

TICKS = os.sysconf("SC_CLK_TCK")
# What a former gateway does not know yet, it refuses.
LATER_SECTIONS = {"admin": None, "channels": None, "messages": None}


def bench_before(options):
    programs = {"before": options.program, "now": options.martlet}
    measurements = {
        "echo, one at a time (round trips per CPU second)": lambda program: round_trips(options, program, 1),
        "echo, sixteen on their way": lambda program: round_trips(options, program, 16),
        "requests that store nothing (µs)": lambda program: requests(options, program),
        "a lone request after a second of silence (µs, median)": lambda program: lone_request(options, program),
        "messages between two, on both cores (a second)": lambda program: messages(options, program),
        "at 15,000 a second (µs of CPU)": lambda program: paced_messages(options, program),
        "a delivery to 1,000, one at a time (µs)": lambda program: delivery(options, program, 1),
        "a delivery to 1,000, sixteen on their way (µs)": lambda program: delivery(options, program, 16),
        "connect and leave (µs)": lambda program: visits(options, program, ["--without-sessions"]),
        "connect, open a session and leave (µs)": lambda program: visits(options, program, []),
        "10,000 silent sessions (ms of CPU a second)": lambda program: silence(options, program),
    }
    result = {}
    for name, measure in measurements.items():
        if options.only and not any(word in name for word in options.only):
            continue
        beside = {which: [] for which in programs}

        def one(which):
            number, *others = numbers(measure(programs[which]))
            beside[which] += others
            return number

        result[name] = compared(name, interleaved(programs, options.rounds, one))
        if name in BESIDE:
            result[BESIDE[name]] = compared(BESIDE[name], beside)
    report("before", result)
    return {}


# The second number of some measurements.
BESIDE = {
    "at 15,000 a second (µs of CPU)": "at 15,000 a second (ms, 99 %)",
    "10,000 silent sessions (ms of CPU a second)": "10,000 silent sessions (wake-ups a second)",
}


def numbers(measured):
    return measured if isinstance(measured, tuple) else (measured,)


def compared(name, rounds):
    ratio = median_ratio(rounds["now"], rounds["before"])
    before, now = (statistics.median(rounds[which]) for which in ("before", "now"))
    print(f"  {name}: before {before:,.2f}   now {now:,.2f}   {ratio:.0%}", flush=True)
    return {"rounds": rounds, "ratio": ratio}


@contextlib.contextmanager
def gateway(program, **more):
    with Gateway.run(program, **LATER_SECTIONS, **more) as server:
        yield server


def timing(options):
    return ["--seconds", options.seconds, "--warmup", options.warmup]


def requests(options, program):
    with gateway(program) as server:
        return load(options.load, "requests", server, *timing(options))["server"]["cpuMicrosecondsEach"]


def lone_request(options, program):
    with gateway(program) as server:
        flags = ["--connections", 1, "--rate", 1, "--seconds", 10, "--warmup", 1]
        return load(options.load, "requests", server, *flags)["acknowledgements"]["microseconds"]["p50"]


def messages(options, program):
    with gateway(program, core=None) as server:
        numbers = load(options.load, "p2p", server, "--pairs", 1000, "--window", 4, *timing(options), core=None)
        return numbers["acknowledgements"]["perSecond"]


def paced_messages(options, program):
    with gateway(program, core=None) as server:
        flags = ["--pairs", 1000, "--window", 4, "--rate", 15_000, *timing(options)]
        numbers = load(options.load, "p2p", server, *flags, core=None)
        return numbers["server"]["cpuMicrosecondsEach"], numbers["acknowledgements"]["microseconds"]["p99"] / 1000


def delivery(options, program, window):
    with gateway(program) as server:
        return cost_of_delivery(options, server, 1000, window)


def visits(options, program, flags):
    with gateway(program) as server:
        flags = [*flags, *timing(options), "--sources", SOURCES]
        return load(options.load, "connect", server, *flags)["server"]["cpuMicrosecondsEach"]


def silence(options, program):
    with gateway(program) as server, silent(options, server, 10_000):
        time.sleep(2)
        before, began = spent(server.pid), time.monotonic()
        time.sleep(10)
        after, seconds = spent(server.pid), time.monotonic() - began
        return (after[0] - before[0]) * 1000 / TICKS / seconds, (after[1] - before[1]) / seconds


def spent(pid):
    """Ticks of CPU, and how often a thread has slept and was woken."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    wakes = 0
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        # A thread may end meanwhile.
        with contextlib.suppress(FileNotFoundError), open(thread / "status") as file:
            wakes += next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
    return sum(map(int, fields[11:13])), wakes

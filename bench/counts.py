"""What a message takes that no noise changes much: system calls, allocations, and, slowly, instructions.

Each is the difference between a longer and a shorter run, at a fixed rate where the client has one, so that starting,
logins and ending do not count, over the difference in messages.
"""

import contextlib
import os
import re
import shutil
import subprocess

from http_door import Requests
from servers import OUT, PROBES, SERVER_CORE, Gateway, free_port, load, report, running

SCENARIOS = {
    # Deliveries of a message to 99.
    "group": (["--members", 100, "--window", 4, "--rate", 50], "deliveries"),
    "p2p": (["--pairs", 100, "--window", 4, "--rate", 2000], "acknowledgements"),
    "requests": (["--connections", 100, "--rate", 2000], "acknowledgements"),
    # Connections that open a session and leave.
    "connect": (["--window", 16, "--rate", 300], "acknowledgements"),
    # Of the engine alone.
    "echo": (["--connections", 64, "--rate", 2000], "acknowledgements"),
}
# Requests that store nothing, over HTTP: their client knows no rate.
HTTP = "http"
UNITS = {
    "group": "delivery",
    "p2p": "message",
    "requests": "request",
    "connect": "session",
    "echo": "round trip",
    HTTP: "request",
}


class Echo:
    """`martlet echo`: neither a store nor sessions."""

    admin_key = None

    def __init__(self, port, process):
        self.url, self.pid = f"ws://127.0.0.1:{port}", process.pid

    @classmethod
    @contextlib.contextmanager
    def run(cls, martlet, wrapper, environment):
        port = free_port()
        with running([*wrapper, martlet, "echo", "--port", port], port, SERVER_CORE, environment) as process:
            yield cls(port, process)


def system_calls():
    file = OUT / "bench-calls.txt"
    wrapper = ["perf", "stat", "--event", "raw_syscalls:sys_enter", "--field-separator", ";", "--output", file]
    return wrapper, {}, lambda: int(re.search(r"^(\d+);", file.read_text(), re.MULTILINE)[1])


def allocations():
    file = OUT / "bench-allocations.txt"
    environment = {"LD_PRELOAD": str((PROBES / "count_allocations.so").resolve()), "COUNT_FILE": str(file.resolve())}
    return [], environment, lambda: int(file.read_text())


def instructions():
    file = OUT / "bench-callgrind.out"
    wrapper = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"]
    return wrapper, {}, lambda: int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)[1])


COUNTERS = {"calls": system_calls, "allocations": allocations, "instructions": instructions}


def can_count_calls():
    if not shutil.which("perf"):
        return False
    command = ["perf", "stat", "--event", "raw_syscalls:sys_enter", "true"]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False, text=True)
    return done.returncode == 0 and "not supported" not in done.stderr


def bench_counts(options):
    counters = ["calls", "allocations"] if can_count_calls() else ["allocations"]
    if options.instructions:
        counters.append("instructions")

    def total(counter, scenario, seconds):
        martlet = options.martlet
        if counter == "instructions":
            # Valgrind cannot read Swift's debug information.
            martlet = PROBES / "martlet-stripped"
            subprocess.run(["strip", "-o", martlet, options.martlet], check=True)
        wrapper, environment, read = COUNTERS[counter]()
        if scenario == HTTP:
            requests = Requests(64)
            environment = {**os.environ, **environment}
            with Gateway.run(martlet, wrapper=wrapper, environment=environment, auth=requests.auth) as server:
                numbers = requests.send(server.port, server.pid, 1, seconds)
            return read(), numbers["all"]
        flags, counted = SCENARIOS[scenario]
        kind = Echo if scenario == "echo" else Gateway
        with kind.run(martlet, wrapper=wrapper, environment={**os.environ, **environment}) as server:
            if scenario == "group":
                flags = [*flags, "--admin-key", server.admin_key]
            numbers = load(options.load, scenario, server, *flags, "--seconds", seconds, "--warmup", 0)
        return read(), numbers[counted]["count"]

    result = {}
    for scenario in options.scenarios:
        for counter in counters:
            few, few_messages = total(counter, scenario, 2)
            many, many_messages = total(counter, scenario, 6)
            each = (many - few) / (many_messages - few_messages)
            result[f"{counter}.{scenario}"] = each
            print(f"  {scenario:9} {each:12,.2f} {counter} for each {UNITS[scenario]}")
    report("counts", result)
    return result

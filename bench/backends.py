"""What backends cost: endpoints that hear of every message, and hooks that are asked about each.

The backends are C servers that take everything (`http_probe`), so that what is measured is the gateway's.
"""

import contextlib
import os
import pathlib
import secrets
import socketserver
import statistics
import tempfile
import threading
import time

from many import Caller
from servers import (
    LOAD_CORE,
    OUT,
    PROBES,
    Gateway,
    base64url,
    free_port,
    interleaved,
    load,
    make_keys_and_tokens,
    median_ratio,
    report,
    running,
)
from writer import instructions


@contextlib.contextmanager
def secret_file():
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-secret.") as folder:
        path = pathlib.Path(folder, "secret").resolve()
        path.touch(mode=0o600)
        secret = base64url(secrets.token_bytes(33)).replace("-", "+").replace("_", "/")
        path.write_text(f"whsec_{secret}\n")
        yield str(path)


@contextlib.contextmanager
def backend(answer):
    port = free_port()
    with running([PROBES / "http_probe", port, 0, answer], port, LOAD_CORE):
        yield f"http://127.0.0.1:{port}/"


# Events ---------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def endpoint(is_there):
    if not is_there:
        yield {}
        return
    with secret_file() as secret, backend("{}") as url:
        yield {"events": {"endpoints": [{"name": "bench", "url": url, "secretFile": secret}]}}


def bench_events(options):
    flags = ["--pairs", options.pairs, "--window", 4, "--rate", options.rate]

    def measure(name):
        with endpoint(name == "endpoint") as settings, Gateway.run(options.martlet, **settings) as server:
            numbers = load(options.load, "p2p", server, *flags, "--seconds", options.seconds, "--warmup", 1)
        return numbers["server"]["cpuMicrosecondsEach"]

    results = interleaved(["endpoint", "none"], options.rounds, measure)
    ratio = median_ratio(results["endpoint"], results["none"])
    print(f"{options.rate:,} messages a second, µs of server CPU for each:")
    for name in ("none", "endpoint"):
        print(f"  {name:10} {statistics.median(results[name]):7.2f}")
    print(f"  with an endpoint {ratio:.2f} times as much")
    result = {"events.cpu": ratio}
    if options.instructions:
        each = instructions(options, {"none": lambda: endpoint(False), "endpoint": lambda: endpoint(True)})
        ratios = [with_it / without for with_it, without in zip(each["endpoint"], each["none"])]
        result.update(zip(("events.instructions", "events.instructions.writer"), ratios))
    report("events", {**result, "microseconds": results})
    return result


# Hooks ----------------------------------------------------------------------------------------------------------------


class SlowBackend(socketserver.ThreadingTCPServer):
    """Allows everything after some milliseconds."""

    allow_reuse_address = daemon_threads = True
    request_queue_size = 1024

    def __init__(self, milliseconds):
        answer = b'{"action":"allow"}'
        response = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(answer), answer)

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                while True:
                    length = 0
                    while (line := self.rfile.readline()) not in (b"\r\n", b""):
                        name, _, value = line.partition(b":")
                        if name.lower() == b"content-length":
                            length = int(value)
                    if not line:
                        return
                    self.rfile.read(length)
                    time.sleep(milliseconds / 1000)
                    self.wfile.write(response)

        super().__init__(("127.0.0.1", 0), Handler)


@contextlib.contextmanager
def slow_backend(milliseconds):
    with SlowBackend(milliseconds) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def hook(url, secret):
    before = {"url": url, "operations": ["message.send"], "secretFile": secret, "timeoutMilliseconds": 3000}
    return {"hooks": {"before": [before]}}


def bench_hooks(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    result = {**added_time(options), **hooked_rate(options)}
    report("hooks", result)
    return {name: value for name, value in result.items() if name.startswith("hooks.")}


def added_time(options):
    """In milliseconds, at the median: of a hooked message, and of another user's requests meanwhile."""
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-keys.") as folder, secret_file() as secret:
        keys, tokens = make_keys_and_tokens(pathlib.Path(folder), 2)
        users = tokens.read_text().splitlines()

        def measure(name):
            with contextlib.ExitStack() as stack:
                settings = {}
                if name == "hook":
                    settings = hook(stack.enter_context(slow_backend(options.milliseconds)), secret)
                auth = {"keysFile": str(keys), "adminKeysFile": "admin.json"}
                server = stack.enter_context(Gateway.run(options.martlet, auth=auth, **settings))
                own, other = (Caller(server, {"Authorization": f"Bearer {token}"}) for token in users)
                other.ask("profile.getSelf", {})
                stop, took = threading.Event(), []

                def write():
                    number = 0
                    while not stop.is_set():
                        message = {"conversationID": "c2c_user1", "clientMsgId": f"m{number}", "type": 0}
                        began = time.monotonic()
                        own.ask("message.send", {**message, "body": {"text": "x"}})
                        took.append((time.monotonic() - began) * 1000)
                        number += 1

                writer = threading.Thread(target=write)
                writer.start()
                others = []
                for number in range(options.requests):
                    began = time.monotonic()
                    other.ask("profile.modifySelf", {"values": {"nickname": f"n{number}"}})
                    others.append((time.monotonic() - began) * 1000)
                stop.set()
                writer.join()
            medians[name].append((statistics.median(took[5:]), statistics.median(others[5:])))
            return medians[name][-1][0]

        medians = {"hook": [], "none": []}
        interleaved(["hook", "none"], options.rounds, measure)
    own = statistics.median(a[0] - b[0] for a, b in zip(medians["hook"], medians["none"]))
    others = statistics.median(a[1] - b[1] for a, b in zip(medians["hook"], medians["none"]))
    took = f"a hook that takes {options.milliseconds} ms"
    print(f"{took} adds {own:.2f} ms to its own request, {others:.2f} ms to others'")
    return {"hooks.own": own, "hooks.others": others, "milliseconds": medians}


def hooked_rate(options):
    """Messages a second, each of which a backend has allowed."""
    with secret_file() as secret, backend('{"action":"allow"}') as url:
        with Gateway.run(options.martlet, core=None, **hook(url, secret)) as server:
            flags = ["--pairs", options.pairs, "--window", 4, "--seconds", options.seconds, "--warmup", 1]
            numbers = load(options.load, "p2p", server, *flags)
    rate, cpu = numbers["acknowledgements"]["perSecond"], numbers["server"]["cpuMicrosecondsEach"]
    print(f"{rate:,.0f} hooked messages a second through one endpoint, {cpu:.1f} µs of server CPU for each")
    return {"hooks.rate": rate, "microseconds": cpu}

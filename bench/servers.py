"""What the benchmarks share: servers that run for a measurement, and the load that they get."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

OUT = pathlib.Path("out")
PROBES = OUT / "bin"
SERVER_CORE, LOAD_CORE = 0, 1


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pinned(core, command):
    """On that core alone; None: on any."""
    if core is None:
        return [*map(str, command)]
    return ["taskset", "--cpu-list", str(core), *map(str, command)]


@contextlib.contextmanager
def running(command, port, core=None, environment=None):
    """The process of a server that listens on the port."""
    command = [*map(str, command)] if core is None else pinned(core, command)
    with open(OUT / "bench-server.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
    try:
        for _ in range(1200):
            if process.poll() is not None:
                break
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.05)
        else:
            sys.exit(f"{command[0]} does not listen; see {log.name}")
        if process.poll() is not None:
            sys.exit(f"{command[0]} ended with {process.returncode}; see {log.name}")
        yield process
    finally:
        if process.poll() is None:
            os.kill(innermost(process.pid), signal.SIGTERM)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


# What a load of many users from one address needs, as scripts/load has it.
LOAD_SETTINGS = {
    "connections": {"total": 1_000_000, "pendingPerAddress": 1_000_000},
    "requests": {
        "perSecondPerSession": 100_000,
        "burstPerSession": 1_000_000,
        "perSecondPerUser": 100_000,
        "burstPerUser": 1_000_000,
    },
    "channels": {"messagesPerSecond": 10_000},
    # Its queue follows the store beside what is measured.
    "messages": {"search": False},
    "drain": {"closesPerSecond": 1_000_000, "timeoutSeconds": 5},
    "log": {"level": "warning"},
}


class Gateway:
    """A gateway on an empty data directory, on the disk that `out` is on."""

    def __init__(self, martlet, port, process, scheme, admin_key):
        self.url, self.port = f"{scheme}://127.0.0.1:{port}", port
        self.pid, self.admin_key = process.pid, admin_key

    @classmethod
    @contextlib.contextmanager
    def run(cls, martlet, tls=None, core=SERVER_CORE, wrapper=(), environment=None, serves=None, **sections):
        refuse_memory(OUT)
        with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-data.") as name:
            folder, port = pathlib.Path(name), free_port()
            admin_key = secrets.token_hex(32)
            write_secret(folder / "admin.json", {"keys": [{"name": "bench", "secret": admin_key}]})
            settings = {
                **LOAD_SETTINGS,
                "listen": {"port": port, "backlog": 4096, **({"serves": serves} if serves else {})},
                "admin": {"listen": False},
                "auth": {"testMode": True, "adminKeysFile": "admin.json"},
                "data": {"directory": "."},
                **sections,
            }
            settings = {name: section for name, section in settings.items() if section is not None}
            if core is not None:
                settings["shards"] = {"count": 1}
            if tls:
                # As the probe: nothing is resumed here, so nobody wants a ticket.
                certificate = {"certificate": str(tls[0]), "key": str(tls[1])}
                settings["tls"] = {"certificates": [certificate], "sessionTickets": False}
            (folder / "martlet.json5").write_text(json.dumps(settings))
            command = [*wrapper, martlet, "serve", "--config", folder / "martlet.json5"]
            with running(command, port, core, environment) as process:
                yield cls(martlet, port, process, "wss" if tls else "ws", admin_key)


class Probe:
    """The bare C server that answers as the gateway does."""

    admin_key = None

    def __init__(self, port, process, scheme):
        self.url, self.pid = f"{scheme}://127.0.0.1:{port}", process.pid

    @classmethod
    @contextlib.contextmanager
    def run(cls, tls=None):
        port = free_port()
        with running([PROBES / "fanout_probe", port, *(tls or ())], port, SERVER_CORE) as process:
            yield cls(port, process, "wss" if tls else "ws")


def innermost(pid):
    """The server itself, where a program that watches it has started it."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = file.read().split()
    return innermost(int(children[0])) if children else pid


def refuse_memory(folder):
    kind = subprocess.run(["stat", "--file-system", "--format", "%T", folder], stdout=subprocess.PIPE, text=True)
    if kind.stdout.strip() in ("tmpfs", "ramfs"):
        sys.exit(f"{folder} is in memory, where a commit costs nothing; use a checkout on a disk")


def load(program, scenario, server, *flags, core=LOAD_CORE):
    """What martlet-load measured; ends the benchmark if a message was lost, doubled or reordered."""
    numbers = OUT / f"bench-load-{scenario}.json"
    command = [program, scenario, "--url", server.url, "--server-pid", server.pid, "--json", numbers, *flags]
    if server.url.startswith("wss:"):
        command.append("--insecure")
    done = subprocess.run(
        pinned(core, command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return json.loads(numbers.read_text())


def interleaved(contestants, rounds, measure):
    """Every contestant's measurement in each round. Whoever goes first gets the cooler machine, so they take turns."""
    results = {name: [] for name in contestants}
    for number in range(rounds):
        for name in sorted(contestants, reverse=number % 2 == 1):
            results[name].append(measure(name))
            print(f"    round {number + 1}: {name:8} {results[name][-1]:,.2f}", file=sys.stderr)
    return results


def median_ratio(ours, others):
    """The median of the rounds' ratios: what swings from minute to minute swings for both."""
    return statistics.median(our / other for our, other in zip(ours, others))


def report(name, result):
    (OUT / f"bench-{name}.json").write_text(json.dumps(result, indent=1) + "\n")


def resident_bytes(pid):
    with open(f"/proc/{pid}/status") as status:
        kilobytes = next(line.split()[1] for line in status if line.startswith("VmRSS:"))
    return int(kilobytes) * 1024


def write_secret(path, value):
    path.touch(mode=0o600)
    path.write_text(json.dumps(value))


def make_certificate(folder):
    folder.mkdir(exist_ok=True)
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "7"]
        + ["-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return certificate.resolve(), key.resolve()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def make_keys_and_tokens(folder, count):
    """A key file for the server, and a token each for as many users."""
    secret = secrets.token_bytes(32)
    keys, tokens = folder / "keys.json", folder / "tokens"
    write_secret(keys, {"keys": [{"kid": "bench", "alg": "HS256", "secret": base64url(secret)}]})
    head = base64url(b'{"alg":"HS256","kid":"bench"}')
    expiry = int(time.time()) + 3600
    with open(tokens, "w") as file:
        for number in range(count):
            body = base64url(json.dumps({"sub": f"user{number}", "exp": expiry}).encode())
            signature = hmac.digest(secret, f"{head}.{body}".encode(), hashlib.sha256)
            file.write(f"{head}.{body}.{base64url(signature)}\n")
    return keys.resolve(), tokens

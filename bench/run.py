"""The benchmarks behind scripts/bench. Each prints a few numbers and writes them to out/bench-NAME.json."""

import argparse
import base64
import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import secrets
import socket
import statistics
import subprocess
import sys
import time

OUT = pathlib.Path("out")
PROBES = OUT / "bin"
SERVER_CORE, CLIENT_CORE = 0, 1


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command, port, core=None):
    """The process of a server that listens on the port."""
    pin = [] if core is None else ["taskset", "--cpu-list", str(core)]
    with open(OUT / "bench-server.log", "wb") as log:
        process = subprocess.Popen([*pin, *map(str, command)], stdout=log, stderr=subprocess.STDOUT)
    try:
        for _ in range(200):
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
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()


def report(name, result):
    (OUT / f"bench-{name}.json").write_text(json.dumps(result, indent=1) + "\n")


def bench_echo(options):
    """Round trips per CPU second of the server, beside those of a bare epoll loop in the same minutes."""
    if os.cpu_count() < 2:
        sys.exit("the server and its load need a core each")
    contestants = {
        "probe": lambda port: [PROBES / "echo_probe", port],
        "martlet": lambda port: [options.martlet, "echo", "--port", port],
    }

    def measure(name, window):
        port = free_port()
        with running(contestants[name](port), port, SERVER_CORE) as server:
            load = [PROBES / "echo_client", port, server.pid, options.connections, window, options.bytes, options.seconds]
            pinned = ["taskset", "--cpu-list", str(CLIENT_CORE), *map(str, load)]
            result = json.loads(subprocess.run(pinned, stdout=subprocess.PIPE, check=True).stdout)
            return result["roundTrips"] / result["serverCPUSeconds"]

    result = {"connections": options.connections, "bytes": options.bytes, "windows": {}}
    print("round trips per server CPU second, medians:")
    for window in options.windows:
        rounds = {name: [] for name in contestants}
        for number in range(options.rounds):
            # Whoever goes first gets the cooler machine, so they take turns.
            for name in sorted(contestants, reverse=number % 2 == 1):
                rounds[name].append(measure(name, window))
        ratio = statistics.median(ours / probe for ours, probe in zip(rounds["martlet"], rounds["probe"]))
        medians = {name: statistics.median(values) for name, values in rounds.items()}
        result["windows"][window] = {"rounds": rounds, "medians": medians, "ratio": ratio}
        print(f"  window {window:>2}: probe {medians['probe']:>9,.0f}   martlet {medians['martlet']:>9,.0f}   {ratio:.1%}")
    report("echo", result)


def resident_bytes(pid):
    with open(f"/proc/{pid}/status") as status:
        kilobytes = next(line.split()[1] for line in status if line.startswith("VmRSS:"))
    return int(kilobytes) * 1024


def make_certificate(folder):
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
    keys.touch(mode=0o600)
    keys.write_text(json.dumps({"keys": [{"kid": "bench", "alg": "HS256", "secret": base64url(secret)}]}))
    head = base64url(b'{"alg":"HS256","kid":"bench"}')
    expiry = int(time.time()) + 3600
    with open(tokens, "w") as file:
        for number in range(count):
            body = base64url(json.dumps({"sub": f"user{number}", "exp": expiry}).encode())
            signature = hmac.digest(secret, f"{head}.{body}".encode(), hashlib.sha256)
            file.write(f"{head}.{body}.{base64url(signature)}\n")
    return keys.resolve(), tokens


def bench_idle(options):
    """Resident memory per connection of a server that only holds them."""
    folder = OUT / "bench-idle"
    folder.mkdir(exist_ok=True)
    port, count = free_port(), options.connections
    tls = make_certificate(folder) if options.tls else None
    client = [PROBES / "idle_client", port, count, "tls" if tls else "plain"]
    if options.sessions:
        keys, tokens = make_keys_and_tokens(folder, count)
        settings = {
            "listen": {"port": port},
            "auth": {"keysFile": str(keys)},
            # The benchmark takes longer to open its connections than a client may stay silent.
            "heartbeat": {"intervalMilliseconds": 600_000, "timeoutMilliseconds": 600_000},
        }
        if tls:
            settings["tls"] = {"certificates": [{"certificate": str(tls[0]), "key": str(tls[1])}]}
        (folder / "martlet.json5").write_text(json.dumps(settings))
        server_command = [options.martlet, "serve", "--config", folder / "martlet.json5"]
        client += ["/v1/ws", tokens]
    else:
        server_command = [options.martlet, "echo", "--port", port]
        if tls:
            server_command += ["--certificate", tls[0], "--key", tls[1]]
        client += ["/"]

    with running(server_command, port) as server:
        time.sleep(0.5)
        empty = resident_bytes(server.pid)
        holder = subprocess.Popen(list(map(str, client)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if holder.stdout.readline() != f"holding {count}\n":
            sys.exit("the connections were not held")
        time.sleep(1)
        held = resident_bytes(server.pid)
        output, _ = holder.communicate("\n")
        if output != f"alive {count}\n" or holder.returncode != 0:
            sys.exit("not every connection was alive at the end")

    kind = ("tls" if tls else "plain") + ("-sessions" if options.sessions else "")
    each = (held - empty) / count
    print(f"{count:,} idle {kind} connections: {empty:,} → {held:,} resident bytes, {each:,.0f} each")
    report(f"idle-{kind}", {"connections": count, "empty": empty, "held": held, "bytesEach": each})


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures the gateway.")
    parser.add_argument("--martlet", required=True, help=argparse.SUPPRESS)
    benches = parser.add_subparsers(required=True)

    echo = benches.add_parser("echo", help="echoes per CPU second, beside a bare epoll loop's")
    echo.add_argument("--rounds", type=int, default=5)
    echo.add_argument("--seconds", type=float, default=3)
    echo.add_argument("--connections", type=int, default=64)
    echo.add_argument("--bytes", type=int, default=128)
    echo.add_argument("--windows", type=int, nargs="+", default=[1, 16])
    echo.set_defaults(run=bench_echo)

    idle = benches.add_parser("idle", help="memory per idle connection")
    idle.add_argument("connections", type=int, nargs="?", default=18_000)
    idle.add_argument("--tls", action="store_true")
    idle.add_argument("--sessions", action="store_true", help="open a session on every connection")
    idle.set_defaults(run=bench_idle)

    options = parser.parse_args()
    options.run(options)


main()

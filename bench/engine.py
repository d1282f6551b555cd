"""What the engine costs without a gateway's work: echoes, and memory of idle connections."""

import json
import statistics
import subprocess
import sys
import time

from servers import (
    LOAD_CORE,
    OUT,
    PROBES,
    SERVER_CORE,
    free_port,
    interleaved,
    make_certificate,
    make_keys_and_tokens,
    median_ratio,
    pinned,
    report,
    resident_bytes,
    running,
)


def bench_echo(options):
    """Round trips per CPU second of the server, beside those of a bare epoll loop in the same minutes."""
    contestants = {
        "probe": lambda port: [PROBES / "echo_probe", port],
        "martlet": lambda port: [options.martlet, "echo", "--port", port],
    }

    def measure(name, window):
        port = free_port()
        with running(contestants[name](port), port, SERVER_CORE) as server:
            client = [PROBES / "echo_client", port, server.pid, options.connections, window]
            client += [options.bytes, options.seconds]
            output = subprocess.run(pinned(LOAD_CORE, client), stdout=subprocess.PIPE, check=True).stdout
            result = json.loads(output)
            return result["roundTrips"] / result["serverCPUSeconds"]

    result = {"connections": options.connections, "bytes": options.bytes, "windows": {}}
    print("round trips per server CPU second, medians:")
    for window in options.windows:
        rounds = interleaved(contestants, options.rounds, lambda name: measure(name, window))
        ratio = median_ratio(rounds["martlet"], rounds["probe"])
        medians = {name: statistics.median(values) for name, values in rounds.items()}
        result["windows"][window] = {"rounds": rounds, "medians": medians, "ratio": ratio}
        probe, martlet = medians["probe"], medians["martlet"]
        print(f"  window {window:>2}: probe {probe:>9,.0f}   martlet {martlet:>9,.0f}   {ratio:.1%}")
    report("echo", result)
    return {f"echo.window{window}": of["ratio"] for window, of in result["windows"].items()}


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
            "admin": {"listen": False},
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
    return {f"idle.{kind}": each}

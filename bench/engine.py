"""What the engine costs without a gateway's work: echoes."""

import json
import statistics
import subprocess

from servers import LOAD_CORE, PROBES, SERVER_CORE, free_port, interleaved, median_ratio, pinned, report, running


def bench_echo(options):
    """Round trips per CPU second of the server, beside those of a bare epoll loop in the same minutes."""
    contestants = {
        "probe": lambda window: measure(options, [PROBES / "echo_probe"], window),
        "martlet": lambda window: round_trips(options, options.martlet, window),
    }
    result = {"connections": options.connections, "bytes": options.bytes, "windows": {}}
    print("round trips per server CPU second, medians:")
    for window in options.windows:
        rounds = interleaved(contestants, options.rounds, lambda name: contestants[name](window))
        ratio = median_ratio(rounds["martlet"], rounds["probe"])
        medians = {name: statistics.median(values) for name, values in rounds.items()}
        result["windows"][window] = {"rounds": rounds, "medians": medians, "ratio": ratio}
        probe, martlet = medians["probe"], medians["martlet"]
        print(f"  window {window:>2}: probe {probe:>9,.0f}   martlet {martlet:>9,.0f}   {ratio:.1%}")
    report("echo", result)
    return {f"echo.window{window}": of["ratio"] for window, of in result["windows"].items()}


def round_trips(options, program, window):
    """Of a gateway's engine, per second of its CPU."""
    return measure(options, [program, "echo", "--port"], window)


def measure(options, command, window):
    port = free_port()
    with running([*command, port], port, SERVER_CORE) as server:
        client = [PROBES / "echo_client", port, server.pid, options.connections, window]
        client += [options.bytes, options.seconds]
        output = subprocess.run(pinned(LOAD_CORE, client), stdout=subprocess.PIPE, check=True).stdout
        result = json.loads(output)
        return result["roundTrips"] / result["serverCPUSeconds"]

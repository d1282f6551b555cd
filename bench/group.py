"""Messages to many: the server's CPU for each delivery, beside the bare C server that sends each frame by itself."""

import statistics

from servers import OUT, Gateway, Probe, interleaved, load, make_certificate, median_ratio, report


def cost_of_delivery(options, server, members, window, *flags):
    """Microseconds of the server's CPU, for a message to a group."""
    return cost(options, server, "group", "--members", members, "--window", window, *flags)


def cost(options, server, scenario, *flags):
    flags = [*flags, "--bytes", options.bytes, "--seconds", options.seconds, "--warmup", options.warmup]
    if server.admin_key:
        flags += ["--admin-key", server.admin_key]
    numbers = load(options.load, scenario, server, *flags)
    return numbers["server"]["cpuSeconds"] * 1e6 / numbers["deliveries"]["count"]


def bench_group(options):
    tls = make_certificate(OUT / "bench-tls") if options.tls else None
    contestants = {"probe": lambda: Probe.run(tls), "martlet": lambda: Gateway.run(options.martlet, tls)}

    def measure(name, members, window):
        with contestants[name]() as server:
            return cost_of_delivery(options, server, members, window)

    kind = "group-tls" if tls else "group"
    result, ratios = {"bytes": options.bytes, "tls": bool(tls), "runs": []}, {}
    print(f"µs of server CPU for each delivery{' over TLS 1.3' if tls else ''}, medians:")
    for window in options.window:
        for members in options.members:
            rounds = interleaved(contestants, options.rounds, lambda name: measure(name, members, window))
            ratio = median_ratio(rounds["martlet"], rounds["probe"])
            probe, martlet = (statistics.median(rounds[name]) for name in ("probe", "martlet"))
            result["runs"].append({"members": members, "window": window, "rounds": rounds, "ratio": ratio})
            ratios[f"{kind}.{members}.window{window}"] = ratio
            print(f"  1 → {members:>6,}, window {window:>2}: probe {probe:6.2f}   martlet {martlet:6.2f}   ", end="")
            print(f"{ratio:.0%}" if ratio > 0.5 else f"1/{1 / ratio:.1f}")
    report(kind, result)
    return ratios

"""What coming costs: the server's CPU for each connection, beside the bare C server's."""

import statistics

from servers import OUT, Gateway, Probe, interleaved, load, make_certificate, median_ratio, report

# A closed connection keeps its port for a minute.
SOURCES = ",".join(f"127.0.0.{number}" for number in range(2, 66))


def bench_handshake(options):
    certificate = make_certificate(OUT / "bench-tls")
    kinds = {
        "plain": (None, ["--without-sessions"]),
        "plain-session": (None, []),
        "tls": (certificate, ["--without-sessions"]),
        "tls-session": (certificate, []),
    }
    contestants = {"probe": lambda tls: Probe.run(tls), "martlet": lambda tls: Gateway.run(options.martlet, tls)}

    def measure(name, tls, flags):
        with contestants[name](tls) as server:
            flags = [*flags, "--seconds", options.seconds, "--warmup", 1, "--sources", SOURCES]
            return load(options.load, "connect", server, *flags)["server"]["cpuMicrosecondsEach"]

    result, ratios = {}, {}
    print("µs of server CPU for each connection, medians:")
    for kind in options.kinds or kinds:
        tls, flags = kinds[kind]
        rounds = interleaved(contestants, options.rounds, lambda name: measure(name, tls, flags))
        ratio = median_ratio(rounds["martlet"], rounds["probe"])
        probe, martlet = (statistics.median(rounds[name]) for name in ("probe", "martlet"))
        result[kind] = {"rounds": rounds, "ratio": ratio}
        ratios[f"handshake.{kind}"] = ratio
        print(f"  {kind:14} probe {probe:7.1f}   martlet {martlet:7.1f}   {ratio:.0%}")
    report("handshake", result)
    return ratios

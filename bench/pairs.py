"""Messages between two: the server's CPU for each, beside the bare C server that stores nothing."""

import statistics

from servers import Gateway, Probe, interleaved, load, median_ratio, report


def bench_pairs(options):
    def martlet(search):
        return lambda: Gateway.run(options.martlet, messages={"search": search})

    contestants = {
        "probe": (Probe.run, []), "lean": (martlet(True), ["--lean"]), "whole": (martlet(True), []),
        "lean, no search": (martlet(False), ["--lean"]),
    }  # fmt: skip

    def measure(name):
        run, flags = contestants[name]
        flags = [*flags, "--pairs", options.pairs, "--window", options.window, "--bytes", options.bytes]
        with run() as server:
            numbers = load(
                options.load, "p2p", server, *flags, "--seconds", options.seconds, "--warmup", options.warmup
            )
        return numbers["server"]["cpuMicrosecondsEach"]

    rounds = interleaved(contestants, options.rounds, measure)
    ratios = {name: median_ratio(ones, rounds["probe"]) for name, ones in rounds.items()}
    report("pairs", {"rounds": rounds, "ratios": ratios})
    print("µs of server CPU for each message between two, medians:")
    for name, ones in rounds.items():
        print(f"  {name:16} {statistics.median(ones):6.2f}   {ratios[name]:.1f} times")
    return {f"pairs.{name}": ratios[name] for name in ("lean", "whole")}

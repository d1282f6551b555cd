"""A live room: CPU for each frame, memory of each participant, entries, and what users who write elsewhere feel of it."""

import contextlib
import subprocess
import sys

from servers import LOAD_CORE, OUT, Gateway, load, pinned, report


def bench_room(options):
    room = ["--participants", options.participants, "--rate", options.rate, "--bytes", options.bytes]
    timing = ["--seconds", options.seconds, "--warmup", 3]
    with Gateway.run(options.martlet) as server:
        silent = load(options.load, "idle", server, "--connections", options.participants, "--seconds", 5)
    with Gateway.run(options.martlet) as server:
        talk = load(options.load, "room", server, *room, *timing, "--admin-key", server.admin_key)
    with Gateway.run(options.martlet) as server:
        flags = ["--enters", "--participants", options.participants, "--rate", options.entries]
        entries = load(options.load, "room", server, *flags, *timing, "--admin-key", server.admin_key)
    flags = ["--pairs", options.pairs, "--rate", options.messages, *timing]
    with Gateway.run(options.martlet) as server:
        alone = load(options.load, "p2p", server, *flags)
    with Gateway.run(options.martlet) as server, busy(options, server, room):
        beside = load(options.load, "p2p", server, *flags)

    result = {
        "participants": options.participants,
        "frame": talk["server"]["cpuSeconds"] * 1e6 / talk["otherEvents"],
        "bytes": talk["serverBytesEach"] - silent["serverBytesEach"],
        "told": talk["acknowledgements"]["perSecond"],
        "shed": talk["shed"],
        "entries": entries["acknowledgements"]["perSecond"],
        "entry": entries["server"]["cpuMicrosecondsEach"],
        "entryMilliseconds": entries["acknowledgements"]["microseconds"]["p99"] / 1000,
        "alone": alone["deliveries"]["microseconds"]["p99"] / 1000,
        "beside": beside["deliveries"]["microseconds"]["p99"] / 1000,
    }
    report("room", result)
    print(f"{options.participants:,} participants, {result['told']:.0f} messages told a second, {result['shed']:,} not drawn:")
    print(f"  {result['frame']:.1f} µs of server CPU a frame, {result['bytes']:.0f} bytes a participant beside its session")
    print(f"  {result['entries']:,.0f} entries a second, {result['entry']:.0f} µs each, 99 % within {result['entryMilliseconds']:.1f} ms")
    print(f"  a message elsewhere in 99 % within {result['beside']:.1f} ms, without the room {result['alone']:.1f} ms")
    return {f"room.{name}": result[name] for name in ("frame", "bytes", "entries", "beside")}


@contextlib.contextmanager
def busy(options, server, room):
    """The room talks for as long as the block runs."""
    command = [options.load, "room", "--url", server.url, "--admin-key", server.admin_key, *room, "--seconds", 3600]
    process = subprocess.Popen(pinned(LOAD_CORE, command), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        # Its first line comes when everybody is there.
        if not process.stderr.readline():
            sys.exit("the participants did not come")
        yield
    finally:
        process.terminate()
        process.wait()

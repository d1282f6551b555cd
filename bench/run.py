"""The benchmarks behind scripts/bench. Each prints a few numbers and writes them to out/bench-NAME.json."""

import argparse
import os
import sys

from backends import bench_events, bench_hooks
from before import bench_before
from broadcast import bench_broadcast
from channel import bench_channel
from cluster import bench_cluster
from console import bench_console
from counts import UNITS, bench_counts
from engine import bench_echo
from growth import bench_growth
from handshake import bench_handshake
from idle import bench_idle
from limits import exceeded
from group import bench_group
from http_door import bench_http
from imports import bench_import
from makers import bench_makers
from many import bench_many
from media import bench_media
from pairs import bench_pairs
from returns import bench_returns
from room import bench_room
from search import bench_search
from streamed import bench_streamed


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures the gateway.")
    parser.add_argument("--martlet", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--load", required=True, help=argparse.SUPPRESS)
    benches = parser.add_subparsers(required=True)

    echo = benches.add_parser("echo", help="echoes per CPU second, compared with a bare epoll loop")
    echo.add_argument("--rounds", type=int, default=5)
    echo.add_argument("--seconds", type=float, default=3)
    echo.add_argument("--connections", type=int, default=64)
    echo.add_argument("--bytes", type=int, default=128)
    echo.add_argument("--windows", type=int, nargs="+", default=[1, 16])
    echo.set_defaults(run=bench_echo)

    http = benches.add_parser("http", help="requests over HTTP per CPU second, compared with a bare C server")
    http.add_argument("--rounds", type=int, default=5)
    http.add_argument("--seconds", type=float, default=3)
    http.add_argument("--connections", type=int, default=64)
    http.add_argument("--windows", type=int, nargs="+", default=[1, 16])
    http.set_defaults(run=bench_http)

    idle = benches.add_parser("idle", help="memory per idle connection")
    idle.add_argument("connections", type=int, nargs="?", default=18_000)
    idle.add_argument("--tls", action="store_true")
    idle.add_argument("--sessions", action="store_true", help="open a session on every connection")
    idle.add_argument("--groups", type=int, default=0, help="with sessions: so many super teams that every user is in")
    idle.set_defaults(run=bench_idle)

    group = benches.add_parser("group", help="CPU for each delivery of a message to many, compared with a bare fan-out")
    group.add_argument("--rounds", type=int, default=5)
    group.add_argument("--seconds", type=int, default=5)
    group.add_argument("--warmup", type=int, default=1)
    group.add_argument("--members", type=int, nargs="+", default=[1000])
    group.add_argument("--window", type=int, nargs="+", default=[1, 16])
    group.add_argument("--bytes", type=int, default=128)
    group.add_argument("--tls", action="store_true")
    group.set_defaults(run=bench_group)

    channel = benches.add_parser("channel", help="CPU for each delivery of a channel's message, compared with a group's")
    channel.add_argument("--rounds", type=int, default=5)
    channel.add_argument("--seconds", type=int, default=5)
    channel.add_argument("--warmup", type=int, default=1)
    channel.add_argument("--followers", type=int, default=1000)
    channel.add_argument("--connected", type=int, nargs="+", default=[1000])
    channel.add_argument("--window", type=int, nargs="+", default=[1, 16])
    channel.add_argument("--bytes", type=int, default=128)
    channel.set_defaults(run=bench_channel)

    room = benches.add_parser("room", help="a live room: frames, memory, entries, and users who write elsewhere")
    room.add_argument("--participants", type=int, default=19_500)
    room.add_argument("--rate", type=int, default=100, help="messages a second that are said")
    room.add_argument("--entries", type=int, default=1_700, help="a second")
    room.add_argument("--pairs", type=int, default=100)
    room.add_argument("--messages", type=int, default=500, help="a second, of the pairs")
    room.add_argument("--bytes", type=int, default=128)
    room.add_argument("--seconds", type=int, default=10)
    room.set_defaults(run=bench_room)

    makers = benches.add_parser("makers", help="pushes to phones of all makers: CPU of the server, and who writes")
    makers.add_argument("--rate", type=int, default=500)
    makers.add_argument("--seconds", type=int, default=10)
    makers.add_argument("--rounds", type=int, default=5)
    makers.set_defaults(run=bench_makers)
    pairs = benches.add_parser("pairs", help="CPU for each message between two, compared with a bare C server")
    pairs.add_argument("--rounds", type=int, default=5)
    pairs.add_argument("--seconds", type=int, default=4)
    pairs.add_argument("--warmup", type=int, default=2)
    pairs.add_argument("--pairs", type=int, default=500)
    pairs.add_argument("--window", type=int, default=4)
    pairs.add_argument("--bytes", type=int, default=128)
    pairs.set_defaults(run=bench_pairs)
    streamed = benches.add_parser("streamed", help="texts that grow in many conversations: CPU of the server")
    streamed.add_argument("--texts", type=int, default=1_000)
    streamed.add_argument("--bytes", type=int, default=16, help="of a chunk")
    streamed.add_argument("--warmup", type=int, default=2)
    streamed.add_argument("--seconds", type=int, default=10)
    streamed.set_defaults(run=bench_streamed)

    returns = benches.add_parser("returns", help="what a login costs with many channels, afresh and after an absence")
    returns.add_argument("--channels", type=int, default=100)
    returns.add_argument("--users", type=int, default=200)
    returns.add_argument("--rounds", type=int, default=5)
    returns.add_argument("--missed", type=int, nargs="+", default=[0, 10, 100], help="messages of each channel")
    returns.add_argument("--bytes", type=int, default=128)
    returns.set_defaults(run=bench_returns)

    handshake = benches.add_parser("handshake", help="CPU for each connection, compared with a bare C server")
    handshake.add_argument("--rounds", type=int, default=5)
    handshake.add_argument("--seconds", type=int, default=3)
    handshake.add_argument("--kinds", nargs="+", choices=["plain", "plain-session", "tls", "tls-session"])
    handshake.set_defaults(run=bench_handshake)

    growth = benches.add_parser("growth", help="CPU for each delivery beside many idle connections, and few")
    growth.add_argument("scenario", nargs="?", choices=["group", "p2p"], default="group")
    growth.add_argument("--rounds", type=int, default=5)
    growth.add_argument("--seconds", type=int, default=5)
    growth.add_argument("--warmup", type=int, default=1)
    growth.add_argument("--connections", type=int, default=15_000)
    growth.add_argument("--bytes", type=int, default=128)
    growth.set_defaults(run=bench_growth)

    many = benches.add_parser("many", help="one request of a backend to thousands of users, beside another user")
    many.add_argument("--receivers", type=int, default=10_000)
    many.add_argument("--rounds", type=int, default=20)
    many.add_argument("--rate", type=int, default=20, help="messages a second of the other user")
    many.set_defaults(run=bench_many)

    media = benches.add_parser("media", help="pictures and files beside nginx; slow uploads, and chat beside full ones")
    media.add_argument("--nginx", default="nginx", help="the program, with WebDAV")
    media.add_argument("--rounds", type=int, default=5)
    media.add_argument("--seconds", type=int, default=5)
    media.add_argument("--bytes", type=int, default=10 << 20, help="of a large file")
    media.add_argument("--gets", type=int, default=50, help="large files in a round")
    media.add_argument("--puts", type=int, default=20, help="in a round")
    media.add_argument("--uploads", type=int, default=1_000, help="slow ones")
    media.add_argument("--slow-seconds", dest="slowSeconds", type=int, default=30)
    media.add_argument("--pairs", type=int, default=500)
    media.add_argument("--rate", type=int, default=5_000, help="messages a second of the pairs")
    media.set_defaults(run=bench_media)

    broadcast = benches.add_parser("broadcast", help="a broadcast to thousands of sessions, beside users who talk")
    broadcast.add_argument("--online", type=int, default=10_000)
    broadcast.add_argument("--offline", type=int, default=90_000)
    broadcast.add_argument("--pace", type=int, default=5_000, help="sessions told in a second")
    broadcast.add_argument("--rounds", type=int, default=3)
    broadcast.add_argument("--pairs", type=int, default=100)
    broadcast.add_argument("--rate", type=int, default=500, help="messages a second of the pairs")
    broadcast.add_argument("--seconds", type=int, default=20)
    broadcast.set_defaults(run=bench_broadcast)

    cluster = benches.add_parser("cluster", help="three gateways with one log, beside one gateway")
    cluster.add_argument("--rounds", type=int, default=3)
    cluster.add_argument("--seconds", type=int, default=10)
    cluster.add_argument("--pairs", type=int, default=1000)
    cluster.add_argument("--window", type=int, default=4)
    cluster.add_argument("--bytes", type=int, default=128)
    cluster.add_argument("--members", type=int, default=1000)
    cluster.add_argument("--fanout-window", dest="fanoutWindow", type=int, default=16)
    cluster.set_defaults(run=bench_cluster)

    imports = benches.add_parser("import", help="takes a whole application along, and compares it with its source")
    imports.add_argument("--accounts", type=int, default=100_000)
    imports.add_argument("--messages", type=int, default=1_000_000)
    imports.set_defaults(run=bench_import)

    search = benches.add_parser("search", help="searches among a million messages, and the index that they need")
    search.add_argument("--accounts", type=int, default=1_000)
    search.add_argument("--messages", type=int, default=1_000_000)
    search.add_argument("--seconds", type=int, default=5)
    search.add_argument("--rate", type=int, default=50)
    search.add_argument("--instructions", action="store_true", help="also those of the writer, under callgrind: slow")
    search.set_defaults(run=bench_search)

    events = benches.add_parser("events", help="CPU for each message with an endpoint that hears of it, and without")
    events.add_argument("--rounds", type=int, default=5)
    events.add_argument("--seconds", type=int, default=5)
    events.add_argument("--pairs", type=int, default=500)
    events.add_argument("--rate", type=int, default=10_000)
    events.add_argument("--instructions", action="store_true", help="also under callgrind: slow")
    events.set_defaults(run=bench_events)

    hooks = benches.add_parser("hooks", help="what a hook adds to its own request and to others', and hooked messages")
    hooks.add_argument("--rounds", type=int, default=5)
    hooks.add_argument("--seconds", type=int, default=5)
    # As many messages under way as the gateway asks about at a time, or fewer.
    hooks.add_argument("--pairs", type=int, default=60)
    hooks.add_argument("--milliseconds", type=int, default=5)
    hooks.add_argument("--requests", type=int, default=400)
    hooks.set_defaults(run=bench_hooks)

    console = benches.add_parser("console", help="users' messages with the console and ctl at work, and without")
    console.add_argument("--connections", type=int, default=15_000)
    console.add_argument("--pairs", type=int, default=500)
    console.add_argument("--rate", type=int, default=20_000, help="messages a second of the pairs")
    console.add_argument("--rounds", type=int, default=5)
    console.add_argument("--seconds", type=int, default=10)
    console.add_argument("--warmup", type=int, default=2)
    console.set_defaults(run=bench_console)

    before = benches.add_parser("before", help="this gateway beside a former one, in the same rounds")
    before.add_argument("program", help="the former gateway's program")
    before.add_argument("--only", nargs="+", metavar="WORD", help="only measurements with one of these in their names")
    before.add_argument("--rounds", type=int, default=5)
    before.add_argument("--seconds", type=int, default=5)
    before.add_argument("--warmup", type=int, default=1)
    before.add_argument("--connections", type=int, default=64, help="of the echoes")
    before.add_argument("--bytes", type=int, default=128)
    before.set_defaults(run=bench_before)

    counts = benches.add_parser("counts", help="system calls and allocations for each message")
    counts.add_argument("--instructions", action="store_true", help="also under callgrind: slow")
    counts.add_argument("--scenarios", nargs="+", choices=UNITS, default=list(UNITS))
    counts.set_defaults(run=bench_counts)

    return parser.parse_args()


def main():
    if os.cpu_count() < 2:
        sys.exit("the server and its load need a core each")
    options = arguments()
    sentences = exceeded(options.run(options))
    for sentence in sentences:
        print(f"bench: {sentence}", file=sys.stderr)
    sys.exit(bool(sentences))


main()

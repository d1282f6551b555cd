"""Pictures and files beside nginx on the same disk: GET, and PUT with a digest beside its WebDAV. Then what uploads cost: the
memory of 1,000 slow ones, how soon those that send nothing are closed, and what chat feels of four that send all they can."""

import base64
import contextlib
import hashlib
import http.client
import json
import multiprocessing
import os
import pathlib
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from many import cpu_seconds
from servers import (
    LOAD_CORE,
    OUT,
    PROBES,
    SERVER_CORE,
    Gateway,
    free_port,
    interleaved,
    load,
    median_ratio,
    pinned,
    report,
    resident_bytes,
    running,
)

# What one machine asks for in the names of many users.
MEDIA = {"userBytes": 0, "dayBytes": 0, "dayFiles": 0, "diskBytes": 0}
PER_USER = 4
CONNECTIONS = 16
# Of processor time, in seconds: no less is told.
TICK = 0.01


class Uploader:
    """Prepares, completes and deletes uploads in the names of users."""

    def __init__(self, server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def ask(self, operation, data, user=None):
        headers = {"Content-Type": "application/json", "Martlet-Key": self.server.admin_key}
        if user:
            headers["Martlet-As"] = user
        self.connection.request("POST", f"/v1/api/{operation}", json.dumps(data), headers)
        answer = json.loads(self.connection.getresponse().read())
        if "ok" not in answer:
            sys.exit(f"{operation}: {answer}")
        return answer["ok"]

    def accounts(self, users):
        for start in range(0, len(users), 100):
            self.ask("admin.account.create", {"accounts": [{"userID": user} for user in users[start : start + 100]]})

    def prepare(self, user, size, digest=None):
        """The id, and the path that its bytes go to."""
        data = {"type": "application/octet-stream", "size": size}
        if digest:
            data["sha256"] = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        made = self.ask("media.prepare", data, user)
        return made["mediaID"], made["upload"]["url"]

    def upload(self, user, body):
        """The path at which it can be read."""
        media, path = self.prepare(user, len(body), hashlib.sha256(body).digest())
        put(self.connection, path, body)
        self.ask("media.complete", {"mediaID": media}, user)
        return self.ask("media.url", {"mediaIDs": [media]}, user)["urls"][0]["url"]


def put(connection, path, body):
    connection.request("PUT", path, body)
    answer = connection.getresponse()
    answer.read()
    if answer.status // 100 != 2:
        sys.exit(f"PUT is answered with {answer.status}")


@contextlib.contextmanager
def nginx(program, folder):
    """One process, as the gateway is. It gives out and takes the files of the folder."""
    port = free_port()
    temporary = "\n".join(
        f"{name}_temp_path {folder}/nginx-{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr; user root;\n"
        "events { worker_connections 512; }\n"
        f"http {{ access_log off; sendfile on; keepalive_requests 1000000000; client_max_body_size 0; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port}; root {folder}; dav_methods PUT; }} }}\n"
    )
    command = [program, "-e", "stderr", "-p", folder, "-c", folder / "nginx.conf"]
    with running(command, port, SERVER_CORE) as process:
        yield port, process.pid


def small_gets(port, pid, path, folder, seconds):
    """Requests for each CPU second of the server."""
    file = folder / "requests"
    file.write_text(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" * CONNECTIONS, newline="")
    client = [PROBES / "http_client", port, pid, CONNECTIONS, 1, seconds, file]
    numbers = json.loads(subprocess.run(pinned(LOAD_CORE, client), stdout=subprocess.PIPE, check=True).stdout)
    return numbers["requests"] / max(numbers["serverCPUSeconds"], TICK)


def large_gets(port, pid, path, size, count):
    """Likewise, one request after the other."""
    target = memoryview(bytearray(1 << 20))
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        before = cpu_seconds(pid)
        for _ in range(count):
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(4096) or sys.exit("a GET is not answered")
            if b" 200 " not in head.split(b"\r\n")[0]:
                sys.exit(f"GET: {head[:100]}")
            left = size - len(head.partition(b"\r\n\r\n")[2])
            while left > 0:
                left -= connection.recv_into(target, min(left, len(target))) or sys.exit("an answer is cut")
        return count / max(cpu_seconds(pid) - before, TICK)


def puts(port, pid, paths, body):
    """Likewise, to a path of its own each."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    before = cpu_seconds(pid)
    for path in paths:
        put(connection, path, body)
    return len(paths) / max(cpu_seconds(pid) - before, TICK)


def beside_nginx(options, folder):
    small, large = os.urandom(10 << 10), os.urandom(options.bytes)
    digest = hashlib.sha256(large).digest()
    (folder / "small").write_bytes(small)
    (folder / "large").write_bytes(large)
    with Gateway.run(options.martlet, media=MEDIA) as server, nginx(options.nginx, folder) as (port, pid):
        uploader = Uploader(server)
        rounds = options.rounds * (options.puts // PER_USER + 1)
        users = [f"user{number}" for number in range(rounds)]
        # Whoever has the bytes already uploads nothing.
        uploader.accounts(["reader", *users])
        urls = {"small": uploader.upload("reader", small), "large": uploader.upload("reader", large)}
        places = {"martlet": (server.port, server.pid), "nginx": (port, pid)}
        fresh = iter(users)

        def paths(name):
            if name == "nginx":
                return [f"/put-{number}" for number in range(options.puts)]
            made = []
            while len(made) < options.puts:
                user = next(fresh)
                made += [uploader.prepare(user, len(large), digest)[1] for _ in range(PER_USER)]
            return made[: options.puts]

        def path(name, file):
            return urls[file] if name == "martlet" else f"/{file}"

        measurements = {
            "get10KiB": lambda name: small_gets(*places[name], path(name, "small"), folder, options.seconds),
            "getLarge": lambda name: large_gets(*places[name], path(name, "large"), len(large), options.gets),
            "put": lambda name: puts(*places[name], paths(name), large),
        }
        result = {}
        for title, measure in measurements.items():
            print(f"  {title}", file=sys.stderr)
            of = interleaved(places, options.rounds, measure)
            result[title] = {"rounds": of, "ratio": median_ratio(of["martlet"], of["nginx"])}
            medians = {name: statistics.median(values) for name, values in of.items()}
            print(
                f"  {title:9} requests per server CPU second: nginx {medians['nginx']:>9,.1f}   "
                f"martlet {medians['martlet']:>9,.1f}   {result[title]['ratio']:.1%}"
            )
    return result


class SlowUploads:
    """Many connections, each with the head of a PATCH and a little of its body at a time."""

    SIZE = 1 << 20

    def __init__(self, server, paths):
        self.connections = []
        for path in paths:
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            connection.sendall(
                f"PATCH {path} HTTP/1.1\r\nHost: localhost\r\nUpload-Offset: 0\r\n"
                f"Content-Length: {self.SIZE}\r\n\r\n".encode()
            )
            self.connections.append(connection)

    def send(self, count):
        for connection in self.connections:
            connection.sendall(b"x" * count)

    def wait_for_ends(self, seconds):
        """After how many seconds the gateway has ended the last; ends the benchmark if it does not."""
        waiting, began = selectors.DefaultSelector(), time.monotonic()
        for connection in self.connections:
            waiting.register(connection, selectors.EVENT_READ)
        while waiting.get_map():
            if time.monotonic() - began > seconds:
                sys.exit(f"{len(waiting.get_map())} uploads that send nothing are open after {seconds} s")
            for key, _ in waiting.select(1):
                with contextlib.suppress(ConnectionResetError):
                    if key.fileobj.recv(4096):
                        continue
                waiting.unregister(key.fileobj)
        return time.monotonic() - began


def slow_uploads(options):
    with Gateway.run(options.martlet, media={**MEDIA, "uploads": options.uploads}) as server:
        uploader = Uploader(server)
        users = [f"user{number}" for number in range(-(-options.uploads // PER_USER))]
        uploader.accounts(users)
        paths = [uploader.prepare(users[n // PER_USER], SlowUploads.SIZE)[1] for n in range(options.uploads)]
        idle = most = resident_bytes(server.pid)
        uploads = SlowUploads(server, paths)
        for second in range(options.slowSeconds):
            due = time.monotonic() + 1
            uploads.send(2 << 10)
            time.sleep(max(0, due - time.monotonic()))
            most = max(most, resident_bytes(server.pid))
        mebibytes = (most - idle) / (1 << 20)
        closed = uploads.wait_for_ends(120)
    print(f"  {options.uploads:,} uploads at 2 KiB/s: {mebibytes:.1f} MiB above idle")
    print(f"  all of them, when nothing more comes: closed within {closed:.1f} s")
    return {"mebibytes": mebibytes, "closedSeconds": closed}


def send_all(server, number, size, stop):
    """Upload after upload, as fast as the gateway takes it."""
    uploader, body = Uploader(server), os.urandom(size)
    digest, user = hashlib.sha256(body).digest(), f"sender{number}"
    while not stop.is_set():
        media, path = uploader.prepare(user, size, digest)
        put(uploader.connection, path, body)
        uploader.ask("media.delete", {"mediaID": media}, user)


@contextlib.contextmanager
def full_uploads(server, count, size):
    stop = multiprocessing.Event()
    senders = [multiprocessing.Process(target=send_all, args=(server, n, size, stop)) for n in range(count)]
    for sender in senders:
        sender.start()
    try:
        yield
        if not all(sender.is_alive() for sender in senders):
            sys.exit("an upload beside the chat has failed")
    finally:
        stop.set()
        for sender in senders:
            sender.join()


def chat_beside(options):
    flags = ["--pairs", options.pairs, "--rate", options.rate, "--seconds", options.seconds, "--warmup", 1]
    with Gateway.run(options.martlet, core=None, media=MEDIA) as server:
        Uploader(server).accounts([f"sender{number}" for number in range(4)])

        def p99(name):
            with full_uploads(server, 4 if name == "beside" else 0, options.bytes):
                numbers = load(options.load, "p2p", server, *flags, core=None)
            return numbers["deliveries"]["microseconds"]["p99"] / 1000

        rounds = interleaved(["alone", "beside"], options.rounds, p99)
    result = {"rounds": rounds, "ratio": median_ratio(rounds["beside"], rounds["alone"])}
    alone, beside = (statistics.median(rounds[name]) for name in ("alone", "beside"))
    print(f"  chat beside four full uploads, p99: {beside:.2f} ms, alone {alone:.2f} ms: {result['ratio']:.2f} times")
    return result


def bench_media(options):
    print("pictures and files, medians:")
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-nginx.") as name:
        result = beside_nginx(options, pathlib.Path(name).resolve())
    result["slow"] = slow_uploads(options)
    result["chat"] = chat_beside(options)
    report("media", result)
    return {
        **{f"media.{title}": result[title]["ratio"] for title in ("get10KiB", "getLarge", "put")},
        "media.slowMebibytes": result["slow"]["mebibytes"],
        "media.closedSeconds": result["slow"]["closedSeconds"],
        "media.chatP99": result["chat"]["ratio"],
    }

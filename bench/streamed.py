"""Streamed messages: CPU for texts that grow in many conversations, each with a session that looks."""

import os
import resource
import selectors
import sys
import threading
import time

from many import cpu_seconds
from servers import LOAD_CORE, Gateway, report
from session import Session, request_frame

# The gateway takes so many of a text.
PER_SECOND = 20


def bench_streamed(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with Gateway.run(options.martlet) as server:
        result = measure(server, options)
    report("streamed", result)
    print(f"{options.texts:,} texts, {result['appends']:,.0f} chunks a second, {result['frames']:,.0f} told:")
    print(f"  {result['cores']:.2f} cores of the server, {result['chunk']:.1f} µs a chunk")
    return {"streamed.cores": result["cores"]}


def measure(server, options):
    watchers = Watchers(server, options.texts)
    backend = Session(server)
    backend.ask("session.open", {"adminKey": server.admin_key})
    backend.ask("admin.account.create", {"accounts": [{"userID": "bot"}]})

    def begin(number):
        data = {"conversationID": f"c2c_user{number}", "clientMsgId": f"m{number}", "from": "bot"}
        return backend.ask("admin.message.begin", data)[0]["streamID"]

    ids = [begin(number) for number in range(options.texts)]
    watchers.watch()
    replies = Replies(backend)
    chunk, length = "x" * options.bytes, 0
    began = before = appends = frames = None
    for tick in range((options.warmup + options.seconds) * PER_SECOND):
        if tick == options.warmup * PER_SECOND:
            began, before = time.monotonic(), cpu_seconds(server.pid)
            appends, frames = replies.count, watchers.count
        due = time.monotonic() + 1 / PER_SECOND
        backend.socket.sendall(b"".join(append(id, length, chunk) for id in ids))
        length += options.bytes
        time.sleep(max(0, due - time.monotonic()))
    seconds, cpu = time.monotonic() - began, cpu_seconds(server.pid) - before
    appends, frames = replies.count - appends, watchers.count - frames
    if replies.refused:
        sys.exit(f"{replies.refused:,} chunks were refused")
    return {
        "texts": options.texts, "cores": cpu / seconds, "chunk": cpu * 1e6 / appends,
        "appends": appends / seconds, "frames": frames / seconds,
    }  # fmt: skip


def append(id, offset, text):
    return request_frame(1, "admin.message.append", {"streamID": id, "offset": offset, "text": text})


class Replies:
    """Counts those of the backend's session."""

    def __init__(self, session):
        self.session, self.count, self.refused = session, 0, 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := self.session.socket.recv(1 << 16):
            # One that is cut in two counts once, where its number is whole.
            self.count += data.count(b'"length"')
            self.refused += data.count(b'"error"')


class Watchers:
    """A session of each user, and what they are told."""

    def __init__(self, server, texts):
        self.sessions, self.count = [Session(server) for _ in range(texts)], 0
        for number, session in enumerate(self.sessions):
            session.ask("session.open", {"user": f"user{number}", "device": "bench", "platform": "pc"})

    def watch(self):
        ready = selectors.DefaultSelector()
        for session in self.sessions:
            session.ask("conversation.watch", {"conversationIDs": ["c2c_bot"]})
            ready.register(session.socket, selectors.EVENT_READ)
        threading.Thread(target=self.read, args=(ready,), daemon=True).start()

    def read(self, ready):
        while True:
            for key, _ in ready.select():
                self.count += key.fileobj.recv(1 << 16).count(b'"message.appended"')

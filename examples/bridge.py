#!/usr/bin/env python3
"""Runs a rented chat service and Martlet side by side: forwards each message of the one to the other, in order.

    bridge.py SETTINGS_FILE

docs/migrating/README.md has the settings. It needs Python 3.10 and nothing else.
"""
import base64, hashlib, hmac, http.server, json, sqlite3, sys, threading, time, urllib.parse, zlib

from backend import Martlet, Refused as RefusedByGateway
from vendors import SERVICES, Message, Refused, Unavailable

# Messages of one conversation are in the same lane. A lane sends one after the other, and lanes send beside each other.
LANES = 8
# How long a message that has been forwarded is known. A service or the gateway tells of it again within this time.
DAYS = 7
# Before the service's id in the clientMsgId of a message at the gateway: it has come from the service.
COPY = "v:"


class Gateway:
    """The side of Martlet, with the same four as a service (vendors.py)."""

    answer = {}

    def __init__(self, settings):
        self.martlet = Martlet(settings["url"], None, settings["adminKeysFile"])
        lines = open(settings["secretFile"]).read().split()
        self.secrets = [base64.b64decode(line.removeprefix("whsec_")) for line in lines]

    def is_signed(self, headers, query, body):
        when = headers.get("webhook-timestamp", "")
        if not when.isdigit() or abs(time.time() - int(when)) > 300:
            return False
        text = f"{headers.get('webhook-id')}.{when}.".encode() + body
        codes = (base64.b64encode(hmac.digest(secret, text, hashlib.sha256)).decode() for secret in self.secrets)
        given = headers.get("webhook-signature", "").split()
        return any(hmac.compare_digest(f"v1,{code}", one) for code in codes for one in given)

    def read(self, query, body):
        for event in json.loads(body)["events"]:
            said = event["data"] or {}
            # 5 is a notification of the gateway's own. What has been recalled or erased meanwhile is empty.
            if event["type"] != "message.created" or said.get("type", 5) == 5 or not said.get("body"):
                continue
            kind, _, id = said["conversationID"].partition("_")
            user, group = (None, id) if kind == "group" else (id, None)
            mark = said["clientMsgId"]
            original = mark.removeprefix(COPY) if mark.startswith(COPY) else None
            yield Message(said["msgId"], said["from"], user, group, said["type"], said["body"], said["seq"], original)

    def send(self, message):
        data = {"from": message.sender, "clientMsgId": COPY + message.id, "type": message.type, "body": message.body,
                "conversationID": f"group_{message.group}" if message.group else f"c2c_{message.user}"}
        try:
            self.martlet.ask("admin.message.send", data)
        except RefusedByGateway as error:
            raise Refused(str(error)) from None
        except OSError as problem:
            raise Unavailable(str(problem)) from None


class Queue:
    """The messages on their way, in a file: what a side was told is accepted survives a crash, and is sent once."""

    def __init__(self, path):
        self.file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.changed = threading.Condition()
        self.file.executescript("""
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS message (
                number INTEGER PRIMARY KEY AUTOINCREMENT, side TEXT, id TEXT, lane INTEGER, state TEXT, time REAL,
                message TEXT, reason TEXT, UNIQUE (side, id));
            CREATE INDEX IF NOT EXISTS waiting ON message (side, lane, number) WHERE state = 'waiting';
            CREATE INDEX IF NOT EXISTS done ON message (time) WHERE state = 'done';
            UPDATE message SET state = 'waiting' WHERE state = 'refused';
            """)

    def put(self, side, messages):
        """Messages from a side, in order: all are on the disk afterwards. The copies among them come from the other."""
        with self.changed:
            self.file.execute("BEGIN IMMEDIATE")
            try:
                self.insert(side, messages)
                self.file.execute("COMMIT")
            except BaseException:
                if self.file.in_transaction:
                    self.file.execute("ROLLBACK")
                raise
            self.changed.notify_all()

    def insert(self, side, messages):
        self.file.execute("DELETE FROM message WHERE state = 'done' AND time < ?", (time.time() - DAYS * 86400,))
        for message in messages:
            if message.original is not None:
                other = "gateway" if side == "vendor" else "vendor"
                self.file.execute("UPDATE message SET state = 'done', message = NULL WHERE side = ? AND id = ?",
                                  (other, message.original))
                continue
            place = message.group or "\n".join(sorted((message.sender, message.user)))
            self.file.execute(
                "INSERT OR IGNORE INTO message (side, id, lane, state, time, message)"
                " VALUES (?, ?, ?, 'waiting', ?, ?)",
                (side, message.id, zlib.crc32(place.encode()) % LANES, time.time(), json.dumps(message)))

    def first(self, side, lane):
        """The next message of a lane, when there is one."""
        query = ("SELECT number, message FROM message WHERE side = ? AND lane = ? AND state = 'waiting'"
                 " ORDER BY number LIMIT 1")
        with self.changed:
            while (row := self.file.execute(query, (side, lane)).fetchone()) is None:
                self.changed.wait()
        return row[0], Message(*json.loads(row[1]))

    def end(self, number, reason=None):
        """A message that is forwarded needs to be known only; one that is refused is kept for a look, and the next start."""
        with self.changed:
            if reason is None:
                self.file.execute("UPDATE message SET state = 'done', message = NULL WHERE number = ?", (number,))
            else:
                self.file.execute("UPDATE message SET state = 'refused', reason = ? WHERE number = ? AND state = 'waiting'",
                                  (reason, number))

    def report(self):
        with self.changed:
            counts = self.file.execute("SELECT side, state, count(*) FROM message GROUP BY side, state").fetchall()
            refused = self.file.execute("SELECT side, id, reason FROM message WHERE state = 'refused'"
                                        " ORDER BY number DESC LIMIT 100").fetchall()
        return {"counts": {f"{side} {state}": count for side, state, count in counts}, "refused": refused}


class Bridge:
    def __init__(self, settings):
        vendor = settings["vendor"]
        self.sides = {"gateway": Gateway(settings["martlet"]), "vendor": SERVICES[vendor["name"]](vendor)}
        self.queue = Queue(settings["queue"])
        # The ids of groups at the service, and at the gateway.
        groups = json.load(open(settings["groups"])) if "groups" in settings else {}
        self.groups = {"vendor": groups, "gateway": {here: there for there, here in groups.items()}}
        for side in self.sides:
            for lane in range(LANES):
                threading.Thread(target=self.forward, args=(side, lane), daemon=True).start()

    def forward(self, side, lane):
        """Sends the messages of one lane that come from a side to the other, as long as the program runs."""
        pause = 1
        while True:
            id = None
            try:
                number, message = self.queue.first(side, lane)
                id = message.id
                self.send(side, number, message)
                pause = 1
            except Exception as problem:
                # The other side or the disk cannot now, or the answer is one that nobody expected. Meanwhile the other side
                # may tell of the message, if only its answer was lost: then it is done.
                text = problem if isinstance(problem, Unavailable) else repr(problem)
                print(f"{side} {id}: {text}; again in {pause} s", file=sys.stderr, flush=True)
                time.sleep(pause)
                pause = min(pause * 2, 60)

    def send(self, side, number, message):
        reason = None
        try:
            self.sides["gateway" if side == "vendor" else "vendor"].send(self.translated(side, message))
        except Refused as problem:
            reason = str(problem)
            print(f"{side} {message.id}: {reason}", file=sys.stderr, flush=True)
        self.queue.end(number, reason)

    def translated(self, side, message):
        if message.group is None:
            return message
        group = self.groups[side].get(message.group)
        if group is None:
            raise Refused(f"no group {message.group} in the table of groups")
        return message._replace(group=group)

    def take(self, side, headers, query, body):
        """The status of the answer to a request of a side. 200: its messages are on the disk."""
        try:
            if not self.sides[side].is_signed(headers, query, body):
                return 401
            read = self.sides[side].read(query, body)
            messages = list(read) if side == "gateway" else [read] if read else []
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            print(f"{side}: not understood: {problem!r} in {body[:500]!r}", file=sys.stderr, flush=True)
            return 400
        self.queue.put(side, messages)
        return 200


class Door(http.server.BaseHTTPRequestHandler):
    """/vendor for the service, /gateway for Martlet; GET tells what is on its way."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    bridge = None

    def do_POST(self):
        parts = urllib.parse.urlsplit(self.path)
        body, side = self.rfile.read(int(self.headers.get("Content-Length", 0))), parts.path.strip("/")
        if side not in self.bridge.sides:
            return self.reply(404, {})
        query = dict(urllib.parse.parse_qsl(parts.query))
        self.reply(self.bridge.take(side, self.headers, query, body), self.bridge.sides[side].answer)

    def do_GET(self):
        self.reply(200, self.bridge.queue.report())

    def reply(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    settings = json.load(open(sys.argv[1]))
    Door.bridge = Bridge(settings)
    # Behind a proxy that speaks TLS.
    http.server.ThreadingHTTPServer(("127.0.0.1", settings["port"]), Door).serve_forever()

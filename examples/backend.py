#!/usr/bin/env python3
"""A backend of Martlet in Python's standard library: it signs tokens, makes users and a group, sends and reads.

    backend.py URL KEYS_FILE ADMIN_KEYS_FILE
    backend.py listen PORT SECRET_FILE          hears of events (docs/events.md)
"""
import base64, hashlib, hmac, http.client, http.server, json, sys, time, urllib.error, urllib.parse, urllib.request, uuid


class Refused(Exception):
    """An error of the gateway, as docs/errors.md lists them."""

    def __init__(self, error):
        super().__init__(f"{error['system']} {error['code']} {error['name']}: {error['message']}")
        self.error = error


class Martlet:
    def __init__(self, url, keys, admin_keys):
        self.url = url.rstrip("/") + "/v1/api/"
        # A backend that signs no tokens needs no keys for them.
        self.key = json.load(open(keys))["keys"][0] if keys else None
        self.admin_key = json.load(open(admin_keys))["keys"][0]["secret"]

    def token(self, user, seconds=3600):
        """A token (a JWT) with which the user's own devices sign in."""
        now, encode = int(time.time()), lambda part: base64.urlsafe_b64encode(part).rstrip(b"=")
        head = {"typ": "JWT", "alg": "HS256"} | ({"kid": self.key["kid"]} if "kid" in self.key else {})
        claims = {"sub": user, "iat": now, "exp": now + seconds}
        text = b".".join(encode(json.dumps(part).encode()) for part in (head, claims))
        secret = base64.urlsafe_b64decode(self.key["secret"] + "==")
        return (text + b"." + encode(hmac.digest(secret, text, hashlib.sha256))).decode()

    def ask(self, operation, data, user=None):
        """The result of an operation, as the administrator or in a user's name; it is carried out once."""
        headers = {"Content-Type": "application/json", "Martlet-Key": self.admin_key, "Idempotency-Key": uuid.uuid4().hex}
        if user:
            headers["Martlet-As"] = urllib.parse.quote(user, safe="")
        for _ in range(5):
            pause = 1
            try:
                status, after, said = answer(urllib.request.Request(self.url + operation, json.dumps(data).encode(), headers))
                if "ok" in said:
                    return said["ok"]
                problem = f"status {status}"
                if status in (429, 503):
                    pause = min(int(after), 60) if after.isdigit() else 1
                elif said:
                    raise Refused(said["error"])
                elif status < 500 and status != 200:
                    break
            except (OSError, http.client.HTTPException) as lost:
                problem = lost
            time.sleep(pause)
        raise TimeoutError(f"no answer to {operation}: {problem}")


def answer(request):
    """The status, `Retry-After`, and what the gateway says; {} if somebody between has answered, such as a proxy."""
    try:
        response = urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        try:
            said = json.load(response)
        except ValueError:
            said = None
    error = said.get("error") if isinstance(said, dict) else None
    is_own = isinstance(said, dict) and ("ok" in said or isinstance(error, dict) and "system" in error)
    return response.status, response.headers.get("Retry-After", ""), said if is_own else {}


class Endpoint(http.server.BaseHTTPRequestHandler):
    """Takes events that are signed by one of the secrets, each once, and prints them."""

    protocol_version = "HTTP/1.1"
    secrets, seen = [], set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.is_signed(body):
            return self.answer(401)
        for event in json.loads(body)["events"]:
            # What comes twice has the same id. A real backend keeps the ids where it keeps what it does with the events.
            if event.get("id") not in self.seen:
                self.seen.add(event.get("id"))
                print(event["type"], json.dumps(event["data"]), flush=True)
        self.answer(204)

    def is_signed(self, body):
        timestamp = self.headers.get("webhook-timestamp", "0")
        if abs(time.time() - int(timestamp)) > 300:
            return False
        text = f"{self.headers['webhook-id']}.{timestamp}.".encode() + body
        signed = ["v1," + base64.b64encode(hmac.digest(secret, text, hashlib.sha256)).decode() for secret in self.secrets]
        given = self.headers.get("webhook-signature", "").split()
        return any(hmac.compare_digest(one, other) for one in signed for other in given)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def listen(port, file):
    Endpoint.secrets = [base64.b64decode(line.removeprefix("whsec_")) for line in open(file).read().split()]
    http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Endpoint).serve_forever()


if __name__ == "__main__":
    if sys.argv[1] == "listen":
        listen(*sys.argv[2:4])
    martlet = Martlet(*sys.argv[1:4])
    martlet.ask("admin.account.create", {"accounts": [{"userID": "alice", "nickname": "Alice"}, {"userID": "bob"}]})
    group = martlet.ask(
        "admin.group.create",
        {"owner": "alice", "name": "Team", "isInviteNeedConfirm": False, "invitees": ["bob"]})["groupID"]
    text = {"conversationID": f"group_{group}", "clientMsgId": "welcome", "type": 0, "body": {"text": "Welcome, Bob"}}
    martlet.ask("message.send", text, user="alice")
    page = martlet.ask("message.history", {"conversationID": f"group_{group}"}, user="bob")
    for message in page["messages"]:
        print(message["from"], message["body"].get("text", "(a notification)"))
    print(martlet.token("bob"))

"""The half of a webhook for pushes that getui.py and jpush.py share: it checks Martlet's signature, and answers.

docs/pushes.md, "The webhook", has the requests and what each answer means.
"""
import collections, hashlib, hmac, json, sys, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# How long an accepted push shows that the credentials are right, in seconds.
TRUST = 3600


class Dead(Exception):
    """The service does not know the token."""


class Refused(Exception):
    """The service will never take this push."""


class Busy(Exception):
    """The service takes no more just now."""


class Unavailable(Exception):
    """The service is ill, or does not take us for whom we are."""


def is_authentic(headers, body, secrets):
    timestamp = headers.get("Martlet-Timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    given = headers.get("Martlet-Signature", ""), headers.get("Martlet-Signature-Next", "")
    text = timestamp.encode() + b"." + body
    codes = ["v1=" + hmac.new(secret, text, hashlib.sha256).hexdigest() for secret in secrets]
    return any(hmac.compare_digest(code.encode(), one.encode()) for code in codes for one in given)


def post(url, body, headers):
    """The status and the JSON of the answer."""
    headers = {"Content-Type": "application/json"} | headers
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        try:
            return error.code, json.load(error)
        except ValueError:
            raise Unavailable(f"status {error.code}") from None
    except (OSError, ValueError) as error:
        raise Unavailable(str(error)) from None


def seconds_left(push):
    return max(1, (push["expiresAt"] - int(time.time() * 1000)) // 1000)


def number(push):
    """The same for a push and for what takes its place: 31 bits, never 0."""
    name = push.get("collapseId", push["message"])
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") & 0x7FFFFFFF or 1


def app_data(push):
    """What the app needs to know when it is tapped."""
    return {name: push[name] for name in ("conversation", "message", "recalled", "expired", "custom") if name in push}


class Forwarder:
    def __init__(self, send):
        self.send = send
        self.lock = threading.Lock()
        self.done = collections.OrderedDict()
        self.accepted_at = None

    def answer(self, push, delivery):
        """The status for Martlet, and a word about it."""
        if delivery in self.done:
            return 200, "done before"
        try:
            self.send(push, delivery)
        except Dead as error:
            # With credentials of another app all tokens look dead.
            trusted = self.accepted_at is not None and time.monotonic() - self.accepted_at < TRUST
            return (410 if trusted else 503), f"dead: {error}"
        except Refused as error:
            return 400, f"refused: {error}"
        except Busy as error:
            return 429, f"busy: {error}"
        except Unavailable as error:
            return 503, f"unavailable: {error}"
        with self.lock:
            self.accepted_at = time.monotonic()
            self.done[delivery] = True
            if len(self.done) > 10_000:
                self.done.popitem(last=False)
        return 200, "sent"


def serve(send, secret_file, port):
    """`send(push, delivery)` forwards a push, or raises one of the errors above."""
    forwarder = Forwarder(send)
    with open(secret_file, "rb") as file:
        secrets = file.read().split()

    class Handler(BaseHTTPRequestHandler):
        # The gateway keeps its connections.
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if is_authentic(self.headers, body, secrets):
                status, word = forwarder.answer(json.loads(body), self.headers["Martlet-Delivery"])
            else:
                status, word = 401, "the signature is wrong"
            # Receivers are shown this by push.explain: nothing secret.
            text = word[:200].encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


def arguments(usage):
    """The credentials, the file of the webhook's secret, the port."""
    if len(sys.argv) != 4:
        sys.exit(usage)
    with open(sys.argv[1]) as file:
        return json.load(file), sys.argv[2], sys.argv[3]

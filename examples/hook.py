#!/usr/bin/env python3
"""A hook of Martlet in Python's standard library: it checks signatures, refuses a word and hides another.

    hook.py SECRET_FILE PORT

Settings: hooks: {before: [{url: "http://127.0.0.1:PORT/", operations: ["message.send"], secretFile: SECRET_FILE}]}
"""
import base64, hashlib, hmac, json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def is_signed(headers, body, secrets):
    """Whether one of the secrets has signed the request in the last five minutes (https://www.standardwebhooks.com)."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    text = f"{id}.{timestamp}.".encode() + body
    given = headers.get("webhook-signature", "").split()
    codes = (base64.b64encode(hmac.digest(secret, text, hashlib.sha256)).decode() for secret in secrets)
    return any(hmac.compare_digest(f"v1,{code}", signature) for code in codes for signature in given)


def decide(question):
    data = question.get("data", {})
    text = data.get("body", {}).get("text", "")
    if "spam" in text:
        return {"action": "refuse", "code": 4711, "message": "No advertisements, please."}
    if "damn" in text:
        return {"action": "replace", "data": data | {"body": {"text": text.replace("damn", "****")}}}
    return {"action": "allow"}


class Hook(BaseHTTPRequestHandler):
    # The gateway keeps its connections.
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = is_signed(self.headers, body, secrets)
        answer = json.dumps(decide(json.loads(body))).encode() if signed else b""
        self.send_response(200 if signed else 401)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    secrets = [base64.b64decode(line.removeprefix("whsec_")) for line in open(sys.argv[1]).read().split()]
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Hook)
    print(server.server_port, flush=True)
    server.serve_forever()

#!/usr/bin/env python3
"""Serves the page of the chat and, at /call/, that of the call, and is their backend: it knows the users and signs
their tokens. Only for development: it believes whoever says a name.

    server.py PORT GATEWAY_URL KEYS_FILE ADMIN_KEYS_FILE [PUBLIC_URL]

PUBLIC_URL is the gateway's address for the page, if that is another.
"""
import http.server, json, mimetypes, pathlib, sys

examples = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(examples))
from backend import Martlet, Refused

clients = examples.parent / "clients"
mimetypes.add_type("text/javascript", ".js")


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    martlet, url = None, ""
    folders = {
        "/client/": clients / "javascript/src", "/web/": clients / "web/src", "/call/": examples / "call",
        "/": examples / "chat",
    }

    def sign_in(self, data):
        self.martlet.ask("admin.account.create", {"accounts": [{"userID": data["user"]}]})
        return {"token": self.martlet.token(data["user"]), "url": self.url}

    actions = {"/sign-in": sign_in}

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path not in self.actions:
            return self.answer(404, {"error": "There is no such page"})
        try:
            self.answer(200, self.actions[self.path](self, json.loads(body)))
        except (Refused, ValueError, KeyError, TypeError) as error:
            self.answer(400, {"error": str(error)})
        except TimeoutError:
            self.answer(503, {"error": "The gateway does not answer"})

    def do_GET(self):
        path = self.path.split("?")[0]
        path = path + "index.html" if path.endswith("/") else path
        prefix = next(prefix for prefix in self.folders if path.startswith(prefix))
        file = self.folders[prefix] / path.removeprefix(prefix)
        if ".." in path or file.suffix not in (".html", ".css", ".js") or not file.is_file():
            return self.answer(404, {"error": "There is no such page"})
        self.send(200, mimetypes.guess_type(file.name)[0], file.read_bytes())

    def answer(self, status, value):
        self.send(status, "application/json", json.dumps(value).encode())

    def send(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def serve(site, port, gateway, keys, admin_keys, *public):
    site.martlet = Martlet(gateway, keys, admin_keys)
    site.url = (public or [gateway])[0].replace("http", "ws", 1) + "/v1/ws"
    http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), site).serve_forever()


if __name__ == "__main__":
    serve(Site, *sys.argv[1:6])

"""A source of keys: an HTTPS server that serves the file `jwks.json` of its folder, as the file `jwks.mode` says.

Modes: `ok`; `status 503`, `status 429 3600` with so many seconds in Retry-After; `drop`, which ends the connection without an answer; `huge`, which never ends its body; `slow 2`,
which waits so many seconds first; `redirect URL`. Prints its port; writes one line to `jwks.record` for each request.
"""

import http.server
import os
import ssl
import sys
import threading
import time

folder = sys.argv[1]
record_lock = threading.Lock()


def read(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


class Source(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        with record_lock, open(os.path.join(folder, "jwks.record"), "a") as record:
            record.write(f"{self.path}\n")
        mode = read("jwks.mode").decode().split()
        if mode[0] == "drop":
            self.close_connection = True
            return
        if mode[0] == "slow":
            time.sleep(float(mode[1]))
        if mode[0] == "huge":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Connection", "close")
            self.end_headers()
            try:
                self.wfile.write(b'{"keys": [')
                while True:
                    self.wfile.write(b" " * 65536)
            except OSError:
                pass
            self.close_connection = True
            return
        body = read("jwks.json")
        self.send_response({"status": int, "redirect": lambda _: 302}[mode[0]](mode[1]) if mode[0] in ("status", "redirect") else 200)
        if mode[0] == "redirect":
            self.send_header("Location", mode[1])
        if mode[0] == "status" and len(mode) > 2:
            self.send_header("Retry-After", mode[2])
        self.send_header("Content-Type", "application/jwk-set+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, *arguments):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.path.join(folder, "source.crt"), os.path.join(folder, "source.key"))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def get_request(self):
        # The handshake is the connection's own thread's matter.
        connection, address = super().get_request()
        return context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", int(sys.argv[2])), Source)
print(server.server_address[1], flush=True)
server.serve_forever()

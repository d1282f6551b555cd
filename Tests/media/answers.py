"""Answers HTTP requests as it was told: python answers.py [STATUS[:BODY]…], the last one for good; `-` closes the connection.

Says at which port it listens on loopback, then writes the method and path of each request; ends when its standard input does.
"""

import http.server
import sys
import threading

answers = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, _, body = (answers.pop(0) if len(answers) > 1 else answers[0]).partition(":")
        print(self.command, self.path, flush=True)
        if status == "-":
            self.close_connection = True
            return
        self.send_response(int(status))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body.encode())

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()

"""A session over a WebSocket, for what is asked for once: one request after the other."""

import base64
import json
import os
import socket
import struct
import urllib.parse


def request_frame(number, operation, data):
    """A request as a frame whose mask is 0, which masks nothing."""
    text = json.dumps({"id": number, "op": operation, "data": data}).encode()
    count = len(text)
    head = struct.pack(">BB", 0x81, 0x80 | count) if count < 126 else struct.pack(">BBH", 0x81, 0xFE, count)
    return head + bytes(4) + text


class Session:
    def __init__(self, server):
        address = urllib.parse.urlsplit(server.url)
        self.socket = socket.create_connection((address.hostname, address.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = self.socket.makefile("rb", buffering=1 << 16)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /v1/ws HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Protocol: martlet.v1.json\r\n\r\n"
        )
        self.socket.sendall(head.encode())
        assert b" 101 " in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass
        self.number = 0

    def ask(self, operation, data):
        """The result, and the bytes of the reply. Events that come before it are passed over."""
        self.number += 1
        self.socket.sendall(request_frame(self.number, operation, data))
        while True:
            text = self.frame()
            if text.startswith(b'{"id":%d,' % self.number):
                return json.loads(text)["ok"], len(text)

    def frame(self):
        first, count = self.stream.read(2)
        assert first == 0x81, first
        if count == 126:
            (count,) = struct.unpack(">H", self.stream.read(2))
        elif count == 127:
            (count,) = struct.unpack(">Q", self.stream.read(8))
        return self.stream.read(count)

    def close(self):
        self.stream.close()
        self.socket.close()

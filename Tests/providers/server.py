"""Push providers on loopback: APNs, FCM with its token server, a browser's push service, a webhook, seven phone makers.

    server.py FOLDER

Makes keys and certificates in FOLDER and prints two ports: it speaks HTTP/2 over TLS at the first, HTTP/1.1 without at the
second. A line "close" in its input has it listen at the second no more, "open" again; it prints the same line when that
is done. It ends when its input does. It checks each request by other libraries than the ones that made it, appends it as a
line of JSON to FOLDER/record, and answers it: as the provider would, or as FOLDER/script says, a JSON list of rules that is
read again for each request:

    [{"match": "part of the path", "answers": [{"status": 410, "body": {…}, "headers": {…}, "delay": 0.1}, …]}]

A rule's answers are given one after the other, then it is used up; with "forever" its last one is given again and
again. Instead of a status an answer may have an "action": "reset" (of the connection), "refuse" (of the stream),
"stall", or "hold": it is answered as the provider would once the script is another one. The action "half" goes with a
status and a body: the stream is reset in the midst of it. The makers' push tokens say how they are answered (maker.py).
"""

import asyncio
import json
import os
import socket
import ssl
import struct
import sys
import time
from pathlib import Path

import checks
import keys
import makers
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import DataReceived, RequestReceived, StreamEnded


class Script:
    """The rules of the test, and how far each has been used."""

    def __init__(self, path):
        self.path = path
        self.text = None
        self.rules = []

    def answer(self, path):
        text = self.path.read_text() if self.path.exists() else "[]"
        if text != self.text:
            self.text, self.rules = text, json.loads(text)
        for rule in self.rules:
            if rule["match"] in path and rule["answers"]:
                last = len(rule["answers"]) == 1 and rule.get("forever")
                return rule["answers"][0] if last else rule["answers"].pop(0)
        return None


class Record:
    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8")

    def add(self, entry):
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()


class Responder:
    """Takes each request and says how to answer it."""

    def __init__(self, folder, providers):
        self.script, self.record, self.providers = Script(folder / "script"), Record(folder / "record"), providers
        self.connections = 0

    def connected(self):
        self.connections += 1
        return self.connections

    def take(self, connection, headers, body):
        entry, usual = self.providers.take(headers, body)
        answer = self.script.answer(headers[":path"]) or usual
        given = str(answer.get("action", answer.get("status")))
        self.record.add({**entry, "connection": connection, "answer": given, "time": time.time()})
        return {**usual, "hold": True} if given == "hold" else answer

    async def wait(self, answer):
        """Until it is to be given."""
        await asyncio.sleep(answer.get("delay", 0))
        text = self.script.text
        while answer.get("hold") and self.script.path.read_text() == text:
            await asyncio.sleep(0.01)


def encoded(answer):
    body = answer.get("body", "")
    body = (body if isinstance(body, str) else json.dumps(body)).encode()
    return {"content-length": str(len(body)), **answer.get("headers", {})}, body


def reset(transport):
    # Closing with a linger of no time sends RST.
    linger = struct.pack("ii", 1, 0)
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    transport.abort()


class Connection(asyncio.Protocol):
    """HTTP/2."""

    def __init__(self, responder):
        self.responder = responder
        self.requests = {}
        self.tasks = set()
        self.http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))

    def connection_made(self, transport):
        self.number = self.responder.connected()
        self.transport = transport
        self.http.initiate_connection()
        self.flush()

    def data_received(self, data):
        for event in self.http.receive_data(data):
            if isinstance(event, RequestReceived):
                self.requests[event.stream_id] = (dict(event.headers), bytearray())
            elif isinstance(event, DataReceived):
                self.requests[event.stream_id][1].extend(event.data)
                self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, StreamEnded):
                self.requested(event.stream_id, *self.requests.pop(event.stream_id))
        self.flush()

    def requested(self, stream, headers, body):
        answer = self.responder.take(self.number, headers, bytes(body))
        task = asyncio.create_task(self.reply(stream, answer))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def reply(self, stream, answer):
        await self.responder.wait(answer)
        action = answer.get("action")
        if action == "stall" or self.transport.is_closing() or stream not in self.http.streams:
            return
        if action == "reset":
            return reset(self.transport)
        if action == "refuse":
            self.http.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
            return self.flush()
        fields, body = encoded(answer)
        self.http.send_headers(stream, [(":status", str(answer["status"])), *fields.items()])
        if action == "half":
            self.http.send_data(stream, body[: len(body) // 2])
            self.http.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
            return self.flush()
        for start in range(0, len(body), 16_384):
            self.http.send_data(stream, body[start : start + 16_384])
        self.http.end_stream(stream)
        self.flush()

    def flush(self):
        self.transport.write(self.http.data_to_send())


async def serve_plain(responder, reader, writer):
    """HTTP/1.1, one request a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    method, path, _ = head[0].split(" ")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
    body = await reader.readexactly(int(headers["content-length"]))
    answer = responder.take(responder.connected(), {":method": method, ":path": path, **headers}, body)
    await responder.wait(answer)
    if answer.get("action") == "stall":
        return await reader.read()
    if answer.get("action") == "reset":
        return reset(writer.transport)
    fields, body = encoded(answer)
    if answer.get("action") == "half":
        body = body[: len(body) // 2]
    lines = [f"HTTP/1.1 {answer['status']} So", "connection: close", *(f"{name}: {fields[name]}" for name in fields)]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    await writer.drain()
    writer.close()


class PlainPort:
    """Can be closed and opened again, and stays ours meanwhile: a socket that does not listen keeps it."""

    def __init__(self, responder):
        self.responder = responder
        self.reserved = self.bind(0)
        self.number = self.reserved.getsockname()[1]

    def bind(self, port):
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        plain.bind(("127.0.0.1", port))
        return plain

    async def open(self):
        self.server = await asyncio.start_server(
            lambda reader, writer: serve_plain(self.responder, reader, writer), sock=self.bind(self.number)
        )

    async def obey(self, line):
        if line == "open":
            await self.open()
        elif line == "close":
            self.server.close()
        print(line, flush=True)


async def serve(folder):
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    made = keys.make(folder, port)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    context.set_alpn_protocols(["h2"])
    responder = Responder(folder, checks.Providers(made, port, makers.makers(made)))
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: Connection(responder), sock=listener, ssl=context)
    plain = PlainPort(responder)
    await plain.open()
    print(port, plain.number, flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        await plain.obey(line.strip())


if __name__ == "__main__":
    # What is secret is closed to others, as the gateway wants it.
    os.umask(0o077)
    asyncio.run(serve(Path(sys.argv[1])))

"""Programs of a sample that run for a test, and a client that talks through them."""

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import sys
import time


@contextlib.contextmanager
def running(folder, name, command, port, environment=None):
    with open(folder / f"{name}.log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            if process.poll() is not None:
                raise SystemExit(f"{name} ended:\n" + (folder / f"{name}.log").read_text())
            time.sleep(0.05)
        yield process
    except BaseException:
        print(f"the log of {name}:\n" + (folder / f"{name}.log").read_text()[-3000:], file=sys.stderr)
        raise
    finally:
        process.terminate()
        process.wait(20)


def replaced(text, *changes):
    """Each change must meet what it replaces: else the sample is another one than the test thinks."""
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        assert count, f"the sample has no {pattern}"
    return text


class Client:
    def __init__(self, socket):
        self.socket, self.events, self.number = socket, [], 0

    async def receive(self):
        return json.loads(await asyncio.wait_for(self.socket.recv(), 10))

    async def request(self, operation, data):
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "op": operation, "data": data}))
        while "id" not in (said := await self.receive()):
            self.events.append(said)
        assert "ok" in said, said
        return said["ok"]

    async def event(self, name):
        while True:
            for said in self.events:
                if said["event"] == name:
                    return said["data"]
            self.events.append(await self.receive())

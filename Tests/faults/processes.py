"""PostgreSQL servers, and gateways that are a cluster, as processes."""

import contextlib
import http.client
import json
import mmap
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
sys.path.append(str(ROOT / "Tests"))
from ports import free_port  # noqa: E402


class Failure(Exception):
    """The round has failed."""


def until(what, holds, seconds=60, pause=0.05):
    """What `holds` returns as soon as that is true."""
    deadline = time.monotonic() + seconds
    while True:
        found = holds()
        if found:
            return found
        if time.monotonic() > deadline:
            raise Failure(f"not within {seconds} s: {what}")
        time.sleep(pause)


class Database:
    """A server of scripts/postgres."""

    def __init__(self, directory):
        self.directory = directory

    def script(self, *arguments):
        done = subprocess.run(
            [ROOT / "scripts/postgres", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Failure(f"scripts/postgres {arguments}: {done.stdout}")

    def start(self):
        # After a SIGKILL the children of the former server may still be ending.
        for attempt in range(5):
            try:
                return self.script("start", self.directory)
            except Failure:
                if attempt == 4:
                    raise
                time.sleep(0.3)

    def follow(self, primary):
        shutil.rmtree(self.directory, ignore_errors=True)
        self.script("standby", self.directory, primary.directory)

    def promote(self):
        self.script("promote", self.directory)

    def stop(self, mode="immediate"):
        with contextlib.suppress(Failure):
            self.script("stop", self.directory, mode)

    def psql(self, sql):
        address = f"host={self.directory} dbname=postgres user=martlet"
        done = subprocess.run(
            ["psql", address, "-XAtqc", sql], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode != 0:
            raise Failure(f"{sql}: {done.stdout}")
        return done.stdout.strip()

    @property
    def socket(self):
        return str(self.directory / ".s.PGSQL.5432")

    @property
    def pid(self):
        return int((self.directory / "data/postmaster.pid").read_text().split()[0])

    def signal_all(self, number):
        """The first process and its children, so that nothing of it moves."""
        children = pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        for process in [self.pid, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)


class Databases:
    """A primary, and a standby without which it acknowledges nothing."""

    def __init__(self, folder):
        self.slots = [Database(folder / name) for name in ("postgres-a", "postgres-b")]
        self.primary, self.standby = self.slots
        self.primary.start()
        self.primary.psql("ALTER SYSTEM SET wal_retrieve_retry_interval = '200ms'")
        self.primary.psql("ALTER SYSTEM SET max_connections = 100")
        self.primary.stop("fast")
        self.primary.start()
        self.add_standby()

    def add_standby(self):
        """Whoever is promoted later has not been told to wait for a standby: the order counts."""
        self.standby.follow(self.primary)
        self.primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.psql("SELECT pg_reload_conf()")
        until("the standby is synchronous", self.is_strict)

    def is_strict(self):
        return self.primary.psql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"

    def swap(self):
        self.primary, self.standby = self.standby, self.primary

    def stop(self):
        for server in self.slots:
            with contextlib.suppress(OSError, ValueError, IndexError):
                server.signal_all(signal.SIGCONT)
            server.stop()


def clean_environment():
    """Without what a gateway would take for its settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MARTLET_")}


# What a load of many users from one address needs.
UNHURRIED = {
    "connections": {"total": 1_000_000, "pendingPerAddress": 1_000_000},
    "requests": {
        "perSecondPerSession": 100_000, "burstPerSession": 1_000_000, "perSecondPerUser": 100_000,
        "burstPerUser": 1_000_000,
    },
    "metrics": {"intervalMilliseconds": 1},
    "drain": {"closesPerSecond": 1_000_000, "timeoutSeconds": 5},
}


class Node:
    """A gateway of a cluster. `links`: over which its address leads; `clock`: a file that moves its wall clock."""

    def __init__(self, name, folder, martlet, address, admin_key, links=(), clock_shim=None, data=None, settings=None):
        self.name, self.folder, self.martlet, self.links = name, folder, martlet, links
        folder.mkdir(exist_ok=True)
        self.data = data or folder / "data"
        self.port = free_port()
        self.process = None
        self.clock, self.environment = None, {}
        if clock_shim:
            self.prepare_clock(clock_shim)
        self.configure(address, admin_key, settings or {})

    def prepare_clock(self, shim):
        path = self.folder / "clock"
        path.write_bytes(struct.pack("q", 0))
        with open(path, "r+b") as file:
            self.clock = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": str(shim), "CLOCK_FILE": str(path)}

    def configure(self, address, admin_key, settings):
        admin = self.folder / "admin.json"
        admin.touch(mode=0o600)
        admin.write_text(json.dumps({"keys": [{"name": "faults", "secret": admin_key}]}))
        configuration = {
            **UNHURRIED,
            "listen": {
                "address": "127.0.0.1", "port": self.port, "backlog": 4096,
                "serves": ["sessions", "api", "backends", "metrics"],
            },
            "admin": {"listen": False},
            "auth": {"testMode": True, "adminKeysFile": str(admin)},
            "data": {"directory": str(self.data)},
            "cluster": {"node": self.name, "name": "faults", "database": address},
            "media": {"store": "none"},
            **settings,
        }
        (self.folder / "martlet.json5").write_text(json.dumps(configuration))

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self):
        return self.folder / "log"

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.martlet, "serve", "--config", str(self.folder / "martlet.json5")], stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, env={**clean_environment(), **self.environment},
            )

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, seconds=30):
        """As an operator does."""
        self.signal(signal.SIGTERM)
        code = self.process.wait(timeout=seconds)
        if code != 0:
            raise Failure(f"{self.name} has ended with {code}")

    def forget(self):
        """Its disk is another one."""
        for path in self.data.iterdir():
            path.unlink()

    # What it says of itself.

    def ask(self, path):
        """Nil: it does not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except OSError:
            return None
        finally:
            connection.close()

    @property
    def is_ready(self):
        answer = self.ask("/readyz")
        return answer is not None and answer[0] == 200

    @property
    def leads(self):
        answer = self.ask("/metrics")
        return answer is not None and "\nmartlet_cluster_leads 1\n" in answer[1]

    def digest(self):
        """What `martlet store digest` says, line by line; the first is the record."""
        command = [self.martlet, "store", "digest", "--config", str(self.folder / "martlet.json5")]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=clean_environment()
        )
        if done.returncode != 0:
            raise Failure(f"{self.name}: store digest: {done.stdout}")
        return done.stdout.splitlines()

    # Its links.

    def slow(self, delay):
        for link in self.links:
            link.delay = delay

    def cut(self, ways):
        for link in self.links:
            link.cut(ways)

    def mend(self, resets=False):
        for link in self.links:
            link.mend(resets)

    def set_clock(self, seconds):
        self.clock[:] = struct.pack("q", seconds)

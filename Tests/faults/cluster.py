"""Three gateways on two PostgreSQL servers, with all that is done to them."""

import contextlib
import os
import pathlib
import secrets
import shutil
import subprocess
import tempfile
import time

from proxy import Link, Network
from processes import Databases, Failure, Node, until

# The store of a cluster that lives for some rounds has room in it.
DISK_BYTES = 256 << 20


class Cluster:
    def __init__(self, martlet, next_version, clock_shim, with_disks):
        self.next_version = next_version
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="martlet-faults."))
        # The database's user has to come through.
        self.folder.chmod(0o711)
        self.network, self.nodes, self.mounts = Network(), [], []
        self.victims = set()
        self.databases = None
        try:
            self.databases = Databases(self.folder)
            self.admin_key = secrets.token_hex(32)
            for number in range(3):
                name = f"n{number}"
                data = self.folder / f"{name}.data"
                data.mkdir(mode=0o700)
                if with_disks:
                    self.mount(data)
                links = [Link(self.network, server.socket) for server in self.databases.slots]
                ports = ",".join(str(link.port) for link in links)
                address = f"host=127.0.0.1,127.0.0.1 port={ports} dbname=postgres user=martlet sslmode=disable"
                self.nodes.append(
                    Node(name, self.folder / name, martlet, address, self.admin_key, links, clock_shim, data)
                )
            for node in self.nodes:
                node.start()
            self.await_health()
        except BaseException:
            self.keep_logs(pathlib.Path("out/cluster/failed-start"))
            self.stop()
            raise

    def mount(self, path):
        """A disk of its own, small enough to be filled."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=700", "martlet-faults", str(path)]
        subprocess.run(command, check=True)
        self.mounts.append(path)

    def stop(self):
        for node in self.nodes:
            if node.runs:
                node.kill()
        if self.databases:
            self.databases.stop()
        self.network.stop()
        for path in self.mounts:
            subprocess.run(["umount", str(path)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    # Who is who

    def leader(self):
        return until("a node leads", lambda: next((node for node in self.nodes if node.runs and node.leads), None))

    def follower(self, random):
        leader = self.leader()
        return random.choice([node for node in self.nodes if node is not leader])

    def victim(self, node):
        """Its clients may lose their connections in this round."""
        self.victims.add(node)
        return node

    # Rounds

    def begin_round(self, random):
        self.victims = set()
        for node in self.nodes:
            node.slow(random.choice([0, 0, 0.001, 0.005]))

    def await_health(self, seconds=120):
        def are_ready():
            for node in self.nodes:
                if not node.runs:
                    raise Failure(f"{node.name} has ended by itself, with {node.process.returncode}")
            return all(node.is_ready for node in self.nodes)

        until("all nodes are ready", are_ready, seconds=seconds)

    def compare(self):
        """All stores hold the same at the same record. Returns the record's line."""
        deadline = time.monotonic() + 60
        while True:
            digests = [node.digest() for node in self.nodes]
            if digests[0] == digests[1] == digests[2]:
                return digests[0][0]
            if len({lines[0] for lines in digests}) == 1:
                one = set(digests[0])
                others = [line for lines in digests[1:] for line in lines if line not in one]
                raise Failure(f"the stores differ at {digests[0][0]}: {others} instead of {digests[0]}")
            if time.monotonic() > deadline:
                raise Failure(f"the nodes do not come to one record: {[lines[0] for lines in digests]}")
            time.sleep(0.3)

    def keep_logs(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for node in self.nodes:
            with contextlib.suppress(OSError):
                shutil.copy(node.log, folder / f"{node.name}.log")
        for server in self.databases.slots if self.databases else []:
            with contextlib.suppress(OSError):
                shutil.copy(server.directory / "server.log", folder / f"{server.directory.name}.log")


def may_mount():
    """Whether this process has a tree of mounts of its own, and may change it; scripts/cluster has seen to it."""
    return os.environ.get("MARTLET_OWN_MOUNTS") == "1"

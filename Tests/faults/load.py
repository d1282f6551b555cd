"""The load of a round: martlet-load with its ledger, and what its journal says of time."""

import contextlib
import subprocess
import time

from processes import Failure

# How long it waits at the end for what is under way.
DRAIN = 60
WARMUP = 1


class Load:
    def __init__(self, program, cluster, folder, rate, seconds):
        folder.mkdir(parents=True, exist_ok=True)
        self.journal, self.log, self.seconds = folder / "journal", folder / "load.log", seconds
        self.journal.unlink(missing_ok=True)
        command = [
            program, "mixed", "--cohorts", "8", "--size", "6", "--stay", "6", "--away", "1", "--rate", str(rate),
            "--warmup", str(WARMUP), "--seconds", str(seconds), "--drain", str(DRAIN), "--survives-losses",
            "--returns-at-end", "--journal", str(self.journal), "--admin-key", cluster.admin_key,
        ]
        for node in cluster.nodes:
            command += ["--url", node.url]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

    def await_begin(self):
        """All sessions are open, and users write."""
        deadline = time.monotonic() + 60
        while "clients came in" not in self.log.read_text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Failure(f"the load does not begin: {self.log.read_text()[-2000:]}")
            time.sleep(0.02)
        time.sleep(WARMUP)

    def finish(self):
        """Fails if the ledger is not as it should be."""
        try:
            code = self.process.wait(timeout=WARMUP + self.seconds + DRAIN + 30)
        except subprocess.TimeoutExpired:
            raise Failure("the load does not end") from None
        if code != 0:
            raise Failure(f"the ledger: {self.log.read_text()[-3000:]}")

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Journal:
    def __init__(self, path):
        self.acknowledged, self.lost = [], []
        for line in path.read_text().splitlines():
            word, rest = line.split(" ", 1)
            if word == "acknowledged":
                due, at = rest.split()
                self.acknowledged.append((int(due), int(at)))
            elif word == "lost":
                at, gateway, user, reason = rest.split(" ", 3)
                self.lost.append((int(at), int(gateway), user, reason))
        self.acknowledged.sort(key=lambda one: one[1])

    def first_new(self, moment):
        """Seconds from the moment to the first acknowledgement of what was asked after it."""
        for due, at in self.acknowledged:
            if due >= moment:
                return (at - moment) / 1e9
        raise Failure("nothing was acknowledged any more")

    def longest_silence(self, moment):
        """Seconds without an acknowledgement, from the moment on and as long as users wrote."""
        last_due = max(due for due, _ in self.acknowledged)
        longest, before = 0, moment
        for _, at in self.acknowledged:
            if at < moment:
                continue
            longest, before = max(longest, at - before), at
            if at > last_due:
                break
        return longest / 1e9


def unexpected_losses(journal, cluster):
    """Of sessions at nodes to which nothing was done; and how many the documents allow: 1011, when two leaders have ended."""
    wrong, allowed = [], 0
    for _, gateway, user, reason in journal.lost:
        if cluster.nodes[gateway] in cluster.victims:
            continue
        if "closed with 1011" in reason:
            allowed += 1
        else:
            wrong.append(f"{user} at {cluster.nodes[gateway].name}: {reason}")
    return wrong, allowed


@contextlib.contextmanager
def running(*arguments):
    load = Load(*arguments)
    try:
        yield load
    finally:
        load.stop()

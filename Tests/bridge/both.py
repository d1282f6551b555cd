"""examples/bridge.py between a real gateway and a service of clouds.py: users of both sides meet.

    both.py MARTLET FOLDER [SERVICE…]     FOLDER is empty, for keys, the stores and logs
"""

import base64
import contextlib
import json
import os
import pathlib
import secrets
import socket
import subprocess
import sys
import time
import traceback
import urllib.request

import clouds

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "Tests")]
import backend  # noqa: E402
from ports import free_port  # noqa: E402


def until(what, check, seconds=30):
    end = time.monotonic() + seconds
    while True:
        found = check()
        if found:
            return found
        assert time.monotonic() < end, f"not in {seconds} s: {what()}"
        time.sleep(0.05)


class Program:
    """A process that is killed and started again at will."""

    def __init__(self, command, port, log):
        self.command, self.port, self.log, self.process = command, port, log, None

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        until(lambda: f"{self.command} listens; see {self.log}", self.listens, 20)

    def listens(self):
        assert self.process.poll() is None, f"{self.command} ended; see {self.log}"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()


class Town:
    """A gateway, a service, the bridge between them, and users: alice has the old client, bob the new one."""

    def __init__(self, martlet, folder, service):
        self.folder, self.cloud = folder, clouds.CLOUDS[service]()
        folder.mkdir(parents=True)
        self.gateway_port, self.bridge_port = free_port(), free_port()
        subprocess.run([martlet, "token", "--new-key-file", folder / "keys.json"], check=True, capture_output=True)
        self.secret("admin.json", json.dumps({"keys": [{"name": "bridge", "secret": secrets.token_hex(32)}]}))
        self.secret("events.secret", "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode() + "\n")
        (folder / "martlet.json5").write_text(
            f"{{listen: {{port: {self.gateway_port}}}, data: {{directory: 'data'}},"
            " auth: {keysFile: 'keys.json', adminKeysFile: 'admin.json'},"
            f" events: {{endpoints: [{{name: 'bridge', url: 'http://127.0.0.1:{self.bridge_port}/gateway',"
            " secretFile: 'events.secret', types: ['message.created']}]}}"
        )
        self.gateway = Program(
            [martlet, "serve", "--config", folder / "martlet.json5"], self.gateway_port, folder / "gateway.log"
        )
        self.bridge = Program(
            [sys.executable, "-B", ROOT / "examples/bridge.py", folder / "bridge.json"], self.bridge_port,
            folder / "bridge.log",
        )  # fmt: skip

    def secret(self, name, text):
        (self.folder / name).touch(mode=0o600)
        (self.folder / name).write_text(text)

    def __enter__(self):
        self.gateway.start()
        self.martlet = backend.Martlet(
            f"http://127.0.0.1:{self.gateway_port}", self.folder / "keys.json", self.folder / "admin.json"
        )
        users = [{"userID": user} for user in ("alice", "bob", "carol")]
        self.martlet.ask("admin.account.create", {"accounts": users})
        made = {"owner": "alice", "name": "Team", "isInviteNeedConfirm": False, "invitees": ["bob", "carol"]}
        self.group = self.martlet.ask("admin.group.create", made)["groupID"]
        self.lost = self.martlet.ask("admin.group.create", made)["groupID"]
        self.cloud.open()
        self.cloud.callback_url = f"http://127.0.0.1:{self.bridge_port}/vendor"
        (self.folder / "groups.json").write_text(json.dumps({"old-group": self.group}))
        settings = {
            "port": self.bridge_port,
            "queue": str(self.folder / "bridge.sqlite"),
            "groups": str(self.folder / "groups.json"),
            "martlet": {
                "url": f"http://127.0.0.1:{self.gateway_port}",
                "adminKeysFile": str(self.folder / "admin.json"),
                "secretFile": str(self.folder / "events.secret"),
            },
            "vendor": self.cloud.settings,
        }
        self.secret("bridge.json", json.dumps(settings))
        self.bridge.start()
        return self

    def __exit__(self, *_):
        self.bridge.kill()
        self.gateway.kill()

    def write(self, sender, text, user=None, group=None, body=None):
        """A user of the new client writes."""
        place = f"group_{group}" if group else f"c2c_{user}"
        data = {"conversationID": place, "clientMsgId": secrets.token_hex(8), "type": 1 if body else 0,
                "body": body or {"text": text}}  # fmt: skip
        self.martlet.ask("message.send", data, user=sender)

    def texts(self, user, place):
        """What a user of the new client sees."""
        data = {"conversationID": place, "direction": "newer", "limit": 100}
        messages = self.martlet.ask("message.history", data, user=user)["messages"]
        return [(it["from"], it["body"].get("text") or it["body"]) for it in messages if it["type"] != 5]

    def report(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.bridge_port}/", timeout=10) as response:
            return json.load(response)

    def wait(self, old=None, new=None, **place):
        """Until both sides show these messages."""
        if old is not None:
            until(lambda: (old, self.cloud.texts(**place)), lambda: len(self.cloud.texts(**place)) >= len(old))
            assert self.cloud.texts(**place) == old, self.cloud.texts(**place)
        if new is not None:
            where = f"group_{self.group}" if place.get("group") else "c2c_alice"
            until(lambda: (new, self.texts("bob", where)), lambda: len(self.texts("bob", where)) >= len(new))
            assert self.texts("bob", where) == new, self.texts("bob", where)


def users_meet(town):
    """users of the old and the new client read each other, between two and in a group"""
    town.cloud.write("alice", "hello from the old one", user="bob")
    one = [("alice", "hello from the old one")]
    town.wait(new=one)
    town.write("bob", "hello from the new one", user="alice")
    both = one + [("bob", "hello from the new one")]
    town.wait(old=both, new=both, user="alice")
    town.cloud.write("alice", "to all, old", group="old-group")
    town.wait(new=[("alice", "to all, old")], group="old-group")
    town.write("carol", "to all, new", group=town.group)
    both = [("alice", "to all, old"), ("carol", "to all, new")]
    town.wait(old=both, new=both, group="old-group")


def repeats_and_forgeries(town):
    """a callback that comes again sends nothing again, and one with a wrong signature nothing at all"""
    again = town.cloud.write("alice", "once", user="bob")
    assert again() == 200
    town.wait(new=[("alice", "once")])
    assert again() == 200 and again(forged=True) == 401
    group = town.cloud.write("alice", "once in the group", group="old-group")
    assert group() == 200
    town.cloud.write("alice", "after it", user="bob")
    town.wait(new=[("alice", "once"), ("alice", "after it")])
    town.wait(new=[("alice", "once in the group")], group="old-group")
    request = urllib.request.Request(f"http://127.0.0.1:{town.bridge_port}/gateway", b'{"events": []}')
    request.add_header("webhook-timestamp", str(int(time.time())))
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(request, timeout=10)
        raise AssertionError("events without a signature were taken")


def other_kinds(town):
    """pictures and the like arrive whole, as custom messages"""
    town.cloud.write("alice", "old.png", user="bob", picture=True)
    found = until(lambda: "the picture", lambda: town.texts("bob", "c2c_alice"))
    assert len(found) == 1 and "old.png" in json.dumps(found[0][1]), found
    town.write("bob", "", user="alice", body={"url": "https://example.com/new.png"})
    until(lambda: town.cloud.messages, lambda: len(town.cloud.messages) == 2)
    assert "https://example.com/new.png" in json.dumps(town.cloud.messages[1]), town.cloud.messages


def service_is_down(town):
    """while the service is down nothing is lost, not even if the bridge is killed; the order holds"""
    town.cloud.close()
    sent = [("bob", f"{number}") for number in range(6)]
    for _, text in sent[:3]:
        town.write("bob", text, user="alice")
    until(town.report, lambda: town.report()["counts"].get("gateway waiting") == 3)
    town.bridge.kill()
    for _, text in sent[3:]:
        town.write("bob", text, user="alice")
    town.bridge.start()
    until(town.report, lambda: town.report()["counts"].get("gateway waiting") == 6)
    town.cloud.open()
    town.wait(old=sent, user="alice")


def gateway_is_down(town):
    """while the gateway is down nothing is lost, and the order holds"""
    town.gateway.kill()
    sent = [("alice", f"{number}") for number in range(5)]
    for _, text in sent:
        town.cloud.write("alice", text, user="bob")
    time.sleep(1)
    town.gateway.start()
    town.wait(new=sent)


def lost_answers(town):
    """if only the service's answer is lost, its callback ends the retries"""
    if not town.cloud.calls_back_for_server:
        return
    town.cloud.is_silent = True
    town.write("bob", "heard once", user="alice")
    town.write("bob", "heard once in the group", group=town.group)
    until(town.report, lambda: town.report()["counts"].get("gateway done") == 2)
    town.cloud.is_silent = False
    town.write("bob", "after it", user="alice")
    town.wait(old=[("bob", "heard once"), ("bob", "after it")], user="alice")
    town.wait(old=[("bob", "heard once in the group")], group="old-group")


def what_is_refused(town):
    """what a side refuses is reported, holds nothing up, and is tried again by the next start"""
    town.write("bob", "where to?", group=town.lost)
    town.cloud.write("alice", "who is it?", user="nobody-here")
    town.write("bob", "next", user="alice")
    town.wait(old=[("alice", "who is it?"), ("bob", "next")], user="alice")
    until(town.report, lambda: len(town.report()["refused"]) == 2)
    refused = town.report()["refused"]
    assert f"no group {town.lost} in the table" in json.dumps(refused), refused
    town.martlet.ask("admin.account.create", {"accounts": [{"userID": "nobody-here"}]})
    (town.folder / "groups.json").write_text(json.dumps({"old-group": town.group, "found": town.lost}))
    town.bridge.kill()
    town.bridge.start()
    until(town.report, lambda: town.cloud.texts(group="found") == [("bob", "where to?")])
    until(town.report, lambda: town.texts("nobody-here", "c2c_alice") == [("alice", "who is it?")])


TRIALS = [users_meet, repeats_and_forgeries, other_kinds, service_is_down, gateway_is_down, lost_answers, what_is_refused]


def nothing_goes_round(town):
    """Nothing waits, and nothing more comes: a loop would never end."""
    until(town.report, lambda: not any("waiting" in name for name in town.report()["counts"]))

    def seen():
        return len(town.cloud.messages), town.texts("bob", "c2c_alice"), town.texts("bob", f"group_{town.group}")

    before = seen()
    time.sleep(0.5)
    assert seen() == before, (before, seen())
    assert not town.cloud.problems, town.cloud.problems


def main(martlet, folder, *services):
    passed = failed = 0
    for service in services or clouds.CLOUDS:
        for trial in TRIALS:
            place = pathlib.Path(folder) / service / trial.__name__
            try:
                with Town(martlet, place, service) as town:
                    trial(town)
                    nothing_goes_round(town)
                passed += 1
            except Exception:
                failed += 1
                print(f"{service}: {trial.__doc__}: failed; logs in {place}", file=sys.stderr)
                traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(os.path.realpath(sys.argv[1]), *sys.argv[2:])

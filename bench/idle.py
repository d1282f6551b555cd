"""Resident memory of a connection that is only there: without a session, with one, and with one whose user is in groups."""

import json
import pathlib
import secrets
import subprocess
import sys
import tempfile
import time

from many import Caller
from servers import (
    OUT,
    PROBES,
    free_port,
    make_certificate,
    make_keys_and_tokens,
    report,
    resident_bytes,
    running,
    write_secret,
)

ADMIN_KEY = secrets.token_hex(32)


def bench_idle(options):
    """Resident memory per connection of a server that only holds them."""
    if options.groups and not options.sessions:
        sys.exit("--groups is for connections with --sessions")
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-idle.") as name:
        return measure(options, pathlib.Path(name))


def measure(options, folder):
    port, count = free_port(), options.connections
    tls = make_certificate(folder) if options.tls else None
    client = [PROBES / "idle_client", port, count, "tls" if tls else "plain"]
    if options.sessions:
        keys, tokens = make_keys_and_tokens(folder, count)
        server_command = [options.martlet, "serve", "--config", write_settings(folder, port, keys, tls)]
        client += ["/v1/ws", tokens]
        if options.groups:
            found_groups(server_command, port, options.groups, tokens.read_text().splitlines())
    else:
        server_command = [options.martlet, "echo", "--port", port]
        if tls:
            server_command += ["--certificate", tls[0], "--key", tls[1]]
        client += ["/"]

    with running(server_command, port) as server:
        time.sleep(0.5)
        empty = resident_bytes(server.pid)
        # A message brings the members of its group into memory, as in a group that is in use. Nobody is there to be told.
        for group in range(1, options.groups + 1):
            write_to(port, group, tokens.read_text().splitlines()[0])
        holder = subprocess.Popen(list(map(str, client)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if holder.stdout.readline() != f"holding {count}\n":
            sys.exit("the connections were not held")
        time.sleep(1)
        held = resident_bytes(server.pid)
        output, _ = holder.communicate("\n")
        if output != f"alive {count}\n" or holder.returncode != 0:
            sys.exit("not every connection was alive at the end")

    kind = ("tls" if tls else "plain") + ("-sessions" if options.sessions else "")
    if options.groups:
        kind += f"-{options.groups}-groups"
    each = (held - empty) / count
    print(f"{count:,} idle {kind} connections: {empty:,} → {held:,} resident bytes, {each:,.0f} each")
    report(f"idle-{kind}", {"connections": count, "empty": empty, "held": held, "bytesEach": each})
    return {f"idle.{kind}": each}


def write_settings(folder, port, keys, tls):
    write_secret(folder / "admin.json", {"keys": [{"name": "bench", "secret": ADMIN_KEY}]})
    settings = {
        "listen": {"port": port},
        "admin": {"listen": False},
        "auth": {"keysFile": str(keys), "adminKeysFile": "admin.json"},
        "data": {"directory": "."},
        "messages": {"search": False},
        # The benchmark takes longer to open its connections than a client may stay silent.
        "heartbeat": {"intervalMilliseconds": 600_000, "timeoutMilliseconds": 600_000},
    }
    if tls:
        settings["tls"] = {"certificates": [{"certificate": str(tls[0]), "key": str(tls[1])}]}
    (folder / "martlet.json5").write_text(json.dumps(settings))
    return folder / "martlet.json5"


class Local:
    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"


def found_groups(server_command, port, groups, tokens):
    """Super teams that every user is in, each with a message. Another process measures, which begins with them on the disk."""
    users = [f"user{number}" for number in range(len(tokens))]
    with running(server_command, port):
        admin = Caller(Local(port), {"Martlet-Key": ADMIN_KEY})
        for start in range(0, len(users), 100):
            admin.ask("admin.account.create", {"accounts": [{"userID": user} for user in users[start : start + 100]]})
        for number in range(1, groups + 1):
            group = {"owner": users[0], "kind": "superTeam", "name": "idle", "maxUsers": len(users)}
            assert admin.ask("admin.group.create", {**group, "isInviteNeedConfirm": False})["groupID"] == str(number)
            for start in range(1, len(users), 60):
                invited = {"groupID": str(number), "userIDs": users[start : start + 60]}
                admin.ask("admin.group.invite", invited)
            write_to(port, number, tokens[0])


def write_to(port, group, token):
    message = {"conversationID": f"group_{group}", "clientMsgId": f"{time.time_ns()}", "type": 0, "body": {"text": "x"}}
    Caller(Local(port), {"Authorization": f"Bearer {token}"}).ask("message.send", message)

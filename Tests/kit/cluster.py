"""deploy/cluster with real programs: three gateways with its environment, its haproxy before them, and a PostgreSQL. Two clients
talk through it, a gateway is killed, and they go on.

    cluster.py MARTLET HAPROXY FOLDER     FOLDER is empty, and the database's user can reach it
"""

import asyncio
import contextlib
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import websockets
import yaml

from talking import Client, replaced, running

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]


def status(port, path):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def until(what, holds, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)


@contextlib.contextmanager
def postgres(folder):
    directory = folder / "postgres"
    script = ROOT / "scripts/postgres"
    subprocess.run([script, "start", directory], check=True, stdout=subprocess.DEVNULL)
    try:
        yield directory
    finally:
        subprocess.run([script, "stop", directory, "immediate"], check=True)


def environment(service, folder, port, database, keys):
    """As compose.yaml has it, but for what the containers have of their own: addresses, volumes, users."""
    given = {name: str(value) for name, value in service["environment"].items()}
    given["MARTLET_CLUSTER_DATABASE"] = replaced(
        given["MARTLET_CLUSTER_DATABASE"], ("host=postgres dbname=martlet", f"host={database} dbname=postgres")
    )
    for name in ("MARTLET_AUTH_KEYS_FILE", "MARTLET_AUTH_ADMIN_KEYS_FILE"):
        given[name] = replaced(given[name], (r"^/keys/", f"{keys.parent}/"))
    given.update(
        MARTLET_CONFIG=str(ROOT / "config/container.json5"), MARTLET_LISTEN_ADDRESS="127.0.0.1",
        MARTLET_LISTEN_PORT=str(port), MARTLET_ADMIN_LISTEN="127.0.0.1:0", MARTLET_DATA_DIRECTORY=str(folder),
        MARTLET_PROXY_TRUSTED="127.0.0.1",
    )  # fmt: skip
    return {**os.environ, **given}


def haproxy(folder, program, port, gateways):
    changes = [(rf"server {name} {name}:7750", f"server {name} 127.0.0.1:{behind}") for name, behind in gateways.items()]
    sample = replaced(
        (ROOT / "deploy/cluster/haproxy.cfg").read_text(), *changes, (r"bind :7750", f"bind 127.0.0.1:{port}"),
        (r"maxconn 100000", "maxconn 200"),
    )
    (folder / "haproxy.cfg").write_text(sample)
    return [program, "-W", "-db", "-f", str(folder / "haproxy.cfg")]


async def talk(port, token, text):
    """Two clients come by the proxy, maybe to two nodes, and one hears the other."""

    @contextlib.asynccontextmanager
    async def session(user):
        url = f"ws://127.0.0.1:{port}/v1/ws"
        async with websockets.connect(url, subprotocols=["martlet.v1.json"], open_timeout=10) as opened:
            client = Client(opened)
            await client.request("session.open", {"token": token(user), "device": "kit"})
            yield client

    async with session("alice") as alice, session("bob") as bob:
        message = {"conversationID": "c2c_bob", "clientMsgId": text, "type": 0, "body": {"text": text}}
        await alice.request("message.send", message)
        assert (await bob.event("message.new"))["body"]["text"] == text
        history = await bob.request("message.history", {"conversationID": "c2c_alice"})
        return sorted(one["body"]["text"] for one in history["messages"])


def main(martlet, haproxy_program, folder):
    folder = pathlib.Path(folder)
    text = replaced((ROOT / "deploy/cluster/compose.yaml").read_text(), (r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", "given"))
    services = yaml.safe_load(text)["services"]
    names = [name for name in services if "MARTLET_CLUSTER_NODE" in services[name].get("environment", {})]
    assert len(names) == 3 and all(services[name]["environment"]["MARTLET_CLUSTER_NODE"] == name for name in names)
    # Its volume is the one of the nodes' keys.
    made = [word.replace("/var/lib/martlet", str(folder)) for word in services["keys"]["command"]]
    subprocess.run([martlet, *made], check=True, capture_output=True)
    keys = folder / "keys.json"

    def token(user):
        made = subprocess.run(
            [martlet, "token", "--key-file", keys, "--user", user], check=True, capture_output=True, text=True
        )
        return made.stdout.strip()

    gateways = {name: free_port() for name in names}
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres(folder))
        processes = {}
        for name, port in gateways.items():
            settings = environment(services[name], folder / name, port, database, keys)
            processes[name] = stack.enter_context(running(folder, name, [martlet, "serve"], port, settings))
        until("all nodes are ready", lambda: all(status(port, "/readyz") == 200 for port in gateways.values()))
        port = free_port()
        stack.enter_context(running(folder, "haproxy", haproxy(folder, haproxy_program, port, gateways), port))
        until("the proxy has found them", lambda: status(port, "/v1/api/none") not in (None, 503))
        for path in ("/metrics", "/healthz", "/readyz", "/"):
            assert (answer := status(port, path)) == 404, f"{path} is answered with {answer}"
        assert asyncio.run(talk(port, token, "before")) == ["before"]
        processes[names[0]].kill()
        processes[names[0]].wait()
        living = [gateways[name] for name in names[1:]]
        until("the others have a leader", lambda: all(status(port, "/readyz") == 200 for port in living))
        # Until the proxy has found out who is gone.
        time.sleep(3)
        assert asyncio.run(talk(port, token, "after")) == ["after", "before"]
    print("three gateways and a proxy: two clients have talked through it, also after a gateway was killed")


main(*sys.argv[1:])

"""The first start of each way to run the gateway makes an admin key, which signs in to the console; keys come and go.

Each way makes its keys as its own file or page says; then a gateway with its configuration is asked.
"""

import json
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).parents[2]
martlet, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(*words):
    return subprocess.run([martlet, *map(str, words)], check=True, capture_output=True, text=True).stdout


def lines_with(path, word):
    """The commands of a file that call `martlet word`, without what stands before."""
    found = re.findall(rf"martlet ({word} [^\n#]*)", (ROOT / path).read_text())
    assert found, f"{path} does not call martlet {word}"
    return found


def commands(path, word, place, replaced):
    """Runs the commands of a file, with `place` for the folder that it names."""
    for line in lines_with(path, word):
        run(*shlex.split(line.replace(replaced, f"{place}/") if replaced else line))


def by_package(place):
    commands("deploy/debian/postinst", "token", place, "/etc/martlet/")
    return ROOT / "deploy/debian/martlet.json5", []


def by_image(place):
    [command] = re.findall(r"^CMD (.*)$", (ROOT / "Dockerfile").read_text(), re.M)
    return ROOT / "config/container.json5", json.loads(command)[1:]


def by_compose(place):
    [command] = re.findall(r"command: \[(token, .*)\]", (ROOT / "deploy/cluster/compose.yaml").read_text())
    run(*command.replace("/var/lib/martlet/", f"{place}/").split(", "))
    return ROOT / "config/container.json5", []


def by_kubernetes(place):
    [line] = [line for line in lines_with("docs/deploying.md", "token") if "/etc/" not in line]
    run(*re.sub(r"(\w+\.json)", rf"{place}/\1", line).split())
    configuration = (ROOT / "deploy/kubernetes/base/configuration.yaml").read_text().split("martlet.json5: |\n")[1]
    (place / "martlet.json5").write_text(configuration)
    return place / "martlet.json5", []


def sign_in(url, name, secret):
    headers = {"Content-Type": "application/json", "Origin": url, "Sec-Fetch-Site": "same-origin"}
    body = json.dumps({"name": name, "secret": secret}).encode()
    request = urllib.request.Request(f"{url}/console/session", body, headers)
    try:
        return urllib.request.urlopen(request, timeout=10).status
    except urllib.error.HTTPError as refused:
        return refused.code


def check(name, prepare):
    place = folder / name
    place.mkdir()
    configuration, flags = prepare(place)
    url, admin = f"http://127.0.0.1:{free_port()}", place / "admin.json"
    environment = {
        **os.environ, "MARTLET_CONFIG": str(configuration), "MARTLET_AUTH_KEYS_FILE": str(place / "keys.json"),
        "MARTLET_AUTH_ADMIN_KEYS_FILE": str(admin), "MARTLET_DATA_DIRECTORY": str(place / "data"),
        "MARTLET_LISTEN_PORT": str(free_port()), "MARTLET_LISTEN_ADDRESS": "127.0.0.1",
        "MARTLET_ADMIN_LISTEN": url.removeprefix("http://"),
    }  # fmt: skip
    with open(place / "log", "w") as log:
        gateway = subprocess.Popen([martlet, "serve", *flags], env=environment, stdout=log, stderr=log)
    try:
        ready = time.monotonic() + 30
        while "Martlet listens on" not in (place / "log").read_text():
            assert gateway.poll() is None and time.monotonic() < ready, (place / "log").read_text()
            time.sleep(0.05)
        [first] = json.loads(admin.read_text())["keys"]
        assert (first["name"], sign_in(url, "admin", first["secret"])) == ("admin", 200), name
        own = ["--key-file", admin]
        secret = re.search(r"secret +(\S+)", run("admin-key", "add", "anna", *own))[1]
        assert sign_in(url, "anna", secret) == 401, f"{name}: a key is good before it is read"
        reload = ["ctl", "reload", "--url", url, *own]
        run(*reload, "--key", "admin")
        assert sign_in(url, "anna", secret) == 200, f"{name}: a new key does not sign in"
        run("admin-key", "remove", "admin", *own)
        os.kill(gateway.pid, signal.SIGHUP)
        removed = time.monotonic() + 10
        while sign_in(url, "admin", first["secret"]) == 200:
            assert time.monotonic() < removed, f"{name}: a key that was removed signs in"
            time.sleep(0.1)
        listed = run("admin-key", "list", *own)
        assert "anna" in listed and "admin" not in listed and secret not in listed, listed
    finally:
        gateway.terminate()
        gateway.wait(30)


ways = {"package": by_package, "image": by_image, "compose": by_compose, "kubernetes": by_kubernetes}
for name, prepare in ways.items():
    check(name, prepare)
print(f"{len(ways)} ways")

"""The gateway tells a service manager, by a real datagram socket, when it is ready and when it stops.

    notify.py MARTLET FOLDER     FOLDER is empty
"""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import urllib.request

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port  # noqa: E402


def told(martlet, folder, name, port):
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.settimeout(20)
    manager.bind("\0" + name[1:] if name.startswith("@") else name)
    environment = {
        "PATH": os.environ["PATH"],
        "NOTIFY_SOCKET": name,
        "MARTLET_LISTEN_PORT": str(port),
        "MARTLET_ADMIN_LISTEN": f"{folder}/admin.sock",
        "MARTLET_AUTH_KEYS_FILE": f"{folder}/keys.json",
        "MARTLET_DATA_DIRECTORY": f"{folder}/data",
    }
    with open(folder / "log", "a") as log:
        gateway = subprocess.Popen([martlet, "serve"], env=environment, stdout=log, stderr=log)
    try:
        assert (word := manager.recv(256)) == b"READY=1", word
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        assert opener.open(f"http://127.0.0.1:{port}/readyz", timeout=10).status == 200
        gateway.send_signal(signal.SIGTERM)
        assert (word := manager.recv(256)) == b"STOPPING=1", word
        assert gateway.wait(20) == 0
    except BaseException:
        print((folder / "log").read_text()[-3000:], file=sys.stderr)
        raise
    finally:
        gateway.kill()


def main(martlet, folder):
    folder = pathlib.Path(folder)
    subprocess.run([martlet, "token", "--new-key-file", folder / "keys.json"], check=True, capture_output=True)
    port = free_port()
    told(martlet, folder, str(folder / "notify"), port)
    told(martlet, folder, f"@martlet-kit-{os.getpid()}", port)
    print("READY=1 and STOPPING=1, at a path and at an abstract name")


main(*sys.argv[1:])

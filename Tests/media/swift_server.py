"""OpenStack Swift with its S3 API, all of it in one process: python3 swift.py DIRECTORY.

Its files are in DIRECTORY, it listens on loopback alone, and ends when its standard input does. Says at which port it
listens, once the bucket `media` exists. Needs Debian's packages of Swift; scripts/s3 installs them.
"""

import http.client
import os
import sys
from array import array

import eventlet

eventlet.monkey_patch()

import eventlet.wsgi
from swift.common import utils
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingData
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import loadapp

ACCOUNT, USER, SECRET = "martlet", "tester", "secret-of-the-tests"

PROXY = f"""
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
dns_compliant_bucket_names = true
location = us-east-1
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_{ACCOUNT}_{USER} = {SECRET} .admin
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:versioned_writes]
use = egg:swift#versioned_writes
"""

STORAGE = """
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def prepare(folder):
    os.makedirs(f"{folder}/disks/sda", exist_ok=True)
    # Otherwise Swift wants it in /etc.
    utils.SWIFT_CONF_FILE = write(
        f"{folder}/swift.conf",
        "[swift-hash]\nswift_hash_path_suffix = martlet\n[storage-policy:0]\nname = gold\ndefault = yes\n",
    )
    common = f"[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}/disks\nmount_check = false\n"
    common += "bind_ip = 127.0.0.1\nfallocate_reserve = 0\nuser = root\n"
    return common


class Cache:
    """What Swift asks of memcached, in memory."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def incr(self, key, delta=1, **_):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]

    def delete(self, key, **_):
        self.values.pop(key, None)


def serve(app, listener):
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        eventlet.wsgi.server(listener, app, nowhere, protocol=SwiftHttpProtocol, log_output=False)


def ask(port, method, path, headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    assert response.status // 100 == 2, f"{method} {path}: {response.status} {response.read()}"
    return response


def make_bucket(port):
    headers = {"X-Auth-User": f"{ACCOUNT}:{USER}", "X-Auth-Key": SECRET}
    token = ask(port, "GET", "/auth/v1.0", headers).headers["X-Auth-Token"]
    ask(port, "PUT", f"/v1/AUTH_{ACCOUNT}/media", {"X-Auth-Token": token, "Content-Length": "0"})


def main():
    folder = os.path.abspath(sys.argv[1])
    common = prepare(folder)
    utils.validate_hash_conf()
    reload_storage_policies()
    for kind in ("account", "container", "object"):
        listener = eventlet.listen(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        device = {"id": 0, "zone": 0, "region": 1, "device": "sda", "ip": "127.0.0.1", "port": port}
        RingData([array("H", [0, 0])], [dict(device, replication_ip="127.0.0.1", replication_port=port)], 31).save(
            f"{folder}/{kind}.ring.gz"
        )
        path = write(f"{folder}/{kind}.conf", common + STORAGE.format(kind=kind))
        eventlet.spawn(serve, loadapp(path), listener)
    proxy = loadapp(write(f"{folder}/proxy.conf", common + PROXY))
    cache = Cache()

    def cached(environment, respond):
        environment["swift.cache"] = cache
        return proxy(environment, respond)

    listener = eventlet.listen(("127.0.0.1", 0))
    eventlet.spawn(serve, cached, listener)
    port = listener.getsockname()[1]
    make_bucket(port)
    print(port, flush=True)
    eventlet.tpool.execute(sys.stdin.read)


main()

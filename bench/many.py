"""A backend writes to thousands of users with one request: its time, the server's CPU, and what another user feels of it."""

import http.client
import json
import multiprocessing
import os
import pathlib
import statistics
import tempfile
import time
import urllib.parse

from servers import LOAD_CORE, OUT, Gateway, make_keys_and_tokens, report

TICKS = os.sysconf("SC_CLK_TCK")


class Caller:
    """One connection on which requests follow each other."""

    def __init__(self, server, headers):
        address = urllib.parse.urlsplit(server.url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        self.headers = {"Content-Type": "application/json", **headers}

    def ask(self, operation, data, key=None):
        headers = {**self.headers, **({"Idempotency-Key": key} if key else {})}
        self.connection.request("POST", f"/v1/api/{operation}", json.dumps(data), headers)
        answer = json.loads(self.connection.getresponse().read())
        return answer["ok"]


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def write_steadily(server, token, rate, stop, results):
    """Another user writes so often; the milliseconds of each message, from when it was due."""
    os.sched_setaffinity(0, {LOAD_CORE})
    caller = Caller(server, {"Authorization": f"Bearer {token}"})
    took, number, began = [], 0, time.monotonic()
    while not stop.is_set():
        due = began + number / rate
        time.sleep(max(0, due - time.monotonic()))
        message = {"conversationID": "c2c_user1", "clientMsgId": f"m{number}", "type": 0, "body": {"text": "x" * 100}}
        caller.ask("message.send", message)
        took.append((time.monotonic() - due) * 1000)
        number += 1
    results.put(took)


class Steadily:
    """The other user, for as long as the block runs."""

    def __init__(self, server, token, rate):
        self.stop, self.results = multiprocessing.Event(), multiprocessing.Queue()
        self.process = multiprocessing.Process(
            target=write_steadily, args=(server, token, rate, self.stop, self.results)
        )

    def __enter__(self):
        self.process.start()
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        self.stop.set()
        took = self.results.get()
        self.process.join()
        # The first messages make the account and the conversation.
        self.took = sorted(took[5:])

    def quantile(self, part):
        return self.took[min(len(self.took) - 1, int(len(self.took) * part))]


def bench_many(options):
    os.sched_setaffinity(0, {LOAD_CORE})
    users = [f"receiver-{number}" for number in range(options.receivers)]
    with tempfile.TemporaryDirectory(dir=OUT, prefix="bench-keys.") as folder:
        keys, tokens = make_keys_and_tokens(pathlib.Path(folder), 2)
        token = tokens.read_text().splitlines()[0]
        auth = {"keysFile": str(keys), "adminKeysFile": "admin.json"}
        with Gateway.run(options.martlet, auth=auth, accounts={"systemSender": "system"}) as server:
            result = measure(server, users, token, options)
    report("many", result)
    return {"many.microseconds": result["later"]["microseconds"], "many.p99": result["meanwhile"]["p99"]}


def measure(server, users, token, options):
    admin = Caller(server, {"Martlet-Key": server.admin_key})
    for start in range(0, len(users), 100):
        accounts = [{"userID": user} for user in users[start : start + 100]]
        admin.ask("admin.account.create", {"accounts": accounts})
    admin.ask("admin.account.create", {"accounts": [{"userID": "user0"}, {"userID": "user1"}]})

    def send(key):
        data = {"userIDs": users, "type": 0, "body": {"text": "y" * 100}}
        began, before = time.monotonic(), cpu_seconds(server.pid)
        results = admin.ask("admin.message.send", data, key)["results"]
        took, cpu = time.monotonic() - began, cpu_seconds(server.pid) - before
        assert len(results) == len(users) and all(result["code"] == 0 for result in results)
        return {"seconds": took, "microseconds": cpu * 1_000_000 / len(users)}

    def median(sends):
        return {name: statistics.median(one[name] for one in sends) for name in sends[0]}

    result = {"first": send("first"), "later": median([send(f"later-{n}") for n in range(options.rounds)])}
    result["again"] = send("first")
    with Steadily(server, token, options.rate) as alone:
        time.sleep(10)
    with Steadily(server, token, options.rate) as meanwhile:
        result["beside"] = median([send(f"beside-{n}") for n in range(options.rounds)])
    for name, steadily in (("alone", alone), ("meanwhile", meanwhile)):
        result[name] = {
            "count": len(steadily.took), "p50": steadily.quantile(0.5), "p99": steadily.quantile(0.99),
            "longest": steadily.took[-1],
        }
    print(f"one message to {len(users):,} users with one request:")
    for name in ("first", "later", "again", "beside"):
        one = result[name]
        print(f"  {name:10} {one['seconds']:6.2f} s   {one['microseconds']:6.1f} µs of CPU for each receiver")
    print(f"another user's message, {options.rate} a second, in milliseconds:")
    for name in ("alone", "meanwhile"):
        one = result[name]
        print(f"  {name:10} p50 {one['p50']:6.2f}   p99 {one['p99']:6.2f}   longest {one['longest']:6.2f}")
    return result

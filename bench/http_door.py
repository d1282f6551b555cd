"""What a request over HTTP costs the server: those that store nothing, beside a C server that gives all the same answer."""

import contextlib
import json
import statistics
import subprocess

from servers import (
    LOAD_CORE,
    OUT,
    PROBES,
    SERVER_CORE,
    Gateway,
    free_port,
    interleaved,
    make_keys_and_tokens,
    median_ratio,
    pinned,
    report,
    running,
)


# From here on the names of as many users have the same length, and so have their tokens and requests.
FIRST_USER = 1000
BODY = "{}"


def request(token):
    return (
        f"POST /v1/api/session.list HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n{BODY}"
    )


class Requests:
    """A request for each connection, each of another user."""

    def __init__(self, connections):
        folder = OUT / "bench-http"
        folder.mkdir(exist_ok=True)
        keys, tokens = make_keys_and_tokens(folder, FIRST_USER + connections)
        self.connections, self.auth, self.file = connections, {"keysFile": str(keys)}, folder / "requests"
        self.file.write_text("".join(map(request, tokens.read_text().split()[FIRST_USER:])), newline="")

    def send(self, port, pid, window, seconds):
        """What the client has measured of the server that listens there."""
        client = [PROBES / "http_client", port, pid, self.connections, window, seconds, self.file]
        return json.loads(subprocess.run(pinned(LOAD_CORE, client), stdout=subprocess.PIPE, check=True).stdout)


def bench_http(options):
    requests = Requests(options.connections)
    bytes_of_answer = 0

    @contextlib.contextmanager
    def martlet():
        with Gateway.run(options.martlet, auth=requests.auth) as gateway:
            yield gateway.port, gateway.pid

    @contextlib.contextmanager
    def probe():
        port = free_port()
        with running([PROBES / "http_probe", port, bytes_of_answer], port, SERVER_CORE) as process:
            yield port, process.pid

    def measure(server, window):
        with server() as (port, pid):
            return requests.send(port, pid, window, options.seconds)

    # The probe's answers are as long as the gateway's.
    bytes_of_answer = measure(martlet, 1)["bodyBytes"]

    def requests_for_a_second(server, window):
        result = measure(server, window)
        return result["requests"] / result["serverCPUSeconds"]

    contestants = {"probe": probe, "martlet": martlet}
    result = {"connections": options.connections, "bodyBytes": bytes_of_answer, "windows": {}}
    print("requests per server CPU second, medians:")
    for window in options.windows:
        rounds = interleaved(
            contestants, options.rounds, lambda name: requests_for_a_second(contestants[name], window)
        )
        ratio = median_ratio(rounds["martlet"], rounds["probe"])
        medians = {name: statistics.median(values) for name, values in rounds.items()}
        result["windows"][window] = {"rounds": rounds, "medians": medians, "ratio": ratio}
        print(f"  window {window:>2}: probe {medians['probe']:>9,.0f}   martlet {medians['martlet']:>9,.0f}   {ratio:.1%}")
    report("http", result)
    return {f"http.window{window}": of["ratio"] for window, of in result["windows"].items()}

"""examples/backend.py, and the lanes of examples/bridge.py, with answers that are not the gateway's."""

import contextlib
import http.server
import io
import json
import os
import sys
import tempfile
import threading
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../examples"))
import backend  # noqa: E402
import bridge  # noqa: E402
from vendors import Message, Unavailable  # noqa: E402

PAGE = b"<html>Bad gateway</html>"


def error(status, code=1, **headers):
    refusal = {"system": "nim", "code": code, "name": "no", "message": "not so"}
    return status, json.dumps({"error": refusal}).encode(), headers


class Answers(http.server.BaseHTTPRequestHandler):
    """Gives the answers of a list, one after the other; afterwards everything is done."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.keys.append(self.headers["Idempotency-Key"])
        status, body, headers = self.server.answers.pop(0) if self.server.answers else (200, b'{"ok": {"done": true}}', {})
        if status is None:
            self.close_connection = True
            return self.wfile.write(body)
        self.send_response(status)
        for name, value in ({"Content-Length": len(body)} | headers).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class BackendTest(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self.server.keys = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as keys:
            keys.write('{"keys": [{"secret": "s"}]}')
            keys.flush()
            self.martlet = backend.Martlet(f"http://127.0.0.1:{self.server.server_port}", None, keys.name)
        self.pauses = []
        patch = unittest.mock.patch.object(backend.time, "sleep", self.pauses.append)
        patch.start()
        self.addCleanup(patch.stop)

    def ask(self, *answers):
        self.server.answers = list(answers)
        return self.martlet.ask("message.send", {})

    def test_what_a_proxy_says_for_a_gateway_that_is_away_is_asked_again_with_the_same_key(self):
        for answer in ((502, PAGE, {}), (504, PAGE, {}), (503, PAGE, {"Retry_After": "Thu, 26 Nov 2026 20:00:00 GMT"}),
                       (502, b"[]", {}), (200, PAGE, {}), (200, b"[]", {}), (None, b"nonsense\r\n", {})):  # fmt: skip
            with self.subTest(answer=answer):
                self.server.keys.clear()
                self.assertEqual(self.ask(answer, answer), {"done": True})
                self.assertEqual((len(self.server.keys), len(set(self.server.keys))), (3, 1))

    def test_the_gateway_says_when_it_is_asked_again(self):
        self.assertEqual(self.ask(error(429, Retry_After=3), error(503, Retry_After=2)), {"done": True})
        self.assertEqual(self.pauses, [3, 2])

    def test_an_error_of_the_gateway_is_not_asked_again(self):
        for status in (400, 404, 500):
            with self.subTest(status=status), self.assertRaises(backend.Refused):
                self.ask(error(status))
            self.assertEqual(len(self.server.keys), 1)
            self.server.keys.clear()

    def test_a_page_that_says_there_is_nothing_is_no_error_of_the_gateway(self):
        with self.assertRaises(OSError):
            self.ask((404, PAGE, {}))

    def test_without_an_answer_the_last_problem_is_told(self):
        with self.assertRaisesRegex(TimeoutError, "no answer to message.send.*502"):
            self.ask(*[(502, PAGE, {})] * 5)


def message(number):
    return Message(f"m{number}", "alice", "bob", None, 0, {"text": str(number)}, number)


class LaneTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.queue = bridge.Queue(os.path.join(folder.name, "queue"))
        self.addCleanup(self.queue.file.close)

    def forwarded(self, problems):
        """What goes to the gateway in a lane while it answers the first with these, and what was logged."""
        sent, done = [], threading.Event()

        class Side:
            def send(self, one):
                if problems:
                    raise problems.pop(0)
                sent.append(one.body["text"])
                if len(sent) == 2:
                    done.set()
                    raise SystemExit  # Ends the thread.

        class Lane(bridge.Bridge):
            def __init__(self, queue):
                self.queue, self.sides = queue, {"gateway": Side(), "vendor": None}

        self.queue.put("vendor", [message(1), message(2)])
        [lane] = {row[0] for row in self.queue.file.execute("SELECT lane FROM message")}
        self.pauses = []
        with contextlib.redirect_stderr(io.StringIO()) as log, unittest.mock.patch.object(bridge.time, "sleep", self.pauses.append):
            thread = threading.Thread(target=Lane(self.queue).forward, args=("vendor", lane), daemon=True)
            thread.start()
            self.assertTrue(done.wait(5), "the lane has ended")
            thread.join(5)
        return sent, log.getvalue()

    def test_a_lane_goes_on_whatever_the_other_side_answers(self):
        sent, log = self.forwarded([KeyError("code"), Unavailable("502"), TypeError("no dict"), ValueError("no JSON")])
        self.assertEqual((sent, self.pauses), (["1", "2"], [1, 2, 4, 8]))
        for problem in ("vendor m1: KeyError('code')", "vendor m1: 502", "vendor m1: TypeError('no dict')"):
            self.assertIn(problem, log)

    def test_a_queue_that_could_not_be_written_takes_the_next_messages(self):
        with self.assertRaises(TypeError):
            self.queue.put("vendor", [message(1), message(2)._replace(body={1, 2})])
        self.queue.put("vendor", [message(1)])
        self.assertEqual(self.queue.report()["counts"], {"vendor waiting": 1})


if __name__ == "__main__":
    unittest.main()

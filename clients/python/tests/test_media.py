"""Uploads and URLs; what goes wrong on the way is scripted."""

import asyncio
import base64
import hashlib
import os
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from rig import Client, Gateway, MartletError


class Store(BaseHTTPRequestHandler):
    """Takes uploads as the gateway does, as far as the test lets it."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.server.requests.append("HEAD")
        self.answer(204, {"Upload-Offset": str(len(self.server.stored))})

    def do_PATCH(self):
        server, size = self.server, int(self.headers["Content-Length"])
        server.requests.append("PATCH")
        problem = server.problems.pop(0) if server.problems else None
        if isinstance(problem, int) and problem < 600:
            self.rfile.read(size)
            return self.answer(problem)
        if int(self.headers["Upload-Offset"]) != len(server.stored):
            self.rfile.read(size)
            return self.answer(409)
        # A connection that is lost leaves what has come.
        server.stored += self.rfile.read(min(size, problem[0]) if problem else size)
        if problem:
            self.close_connection = True
            return self.connection.close()
        self.answer(204)

    def do_PUT(self):
        self.server.requests.append(f"PUT {self.path}")
        self.server.parts[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    do_POST = do_PUT

    def answer(self, status, headers={}):  # noqa: B006
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *arguments):
        pass


class MediaTest(unittest.TestCase):
    def setUp(self):
        self.store = store = ThreadingHTTPServer(("127.0.0.1", 0), Store)
        store.stored, store.requests, store.problems, store.parts = b"", [], [], {}
        threading.Thread(target=store.serve_forever, daemon=True).start()
        self.gateway = Gateway()
        self.plan = lambda: {"kind": "offsets", "url": "/v1/media/m1?t=1", "pieceBytes": 1000}
        self.gateway.answers |= {
            "media.prepare": lambda data: {"mediaID": "m1", "state": "uploading", "upload": {"until": 9e12, **self.plan()}},
            "media.complete": {"state": "ready", "type": "image/png", "size": 2500},
        }

    def tearDown(self):
        self.store.shutdown()
        self.store.server_close()

    def do(self, act):
        async def run():
            url = f"ws://127.0.0.1:{self.store.server_address[1]}/v1/ws"
            client = Client(
                url, "alice", lambda refused: "t", device="d", connect=self.gateway.connect, chance=lambda: -0.99)
            await client.connect()
            try:
                return await asyncio.wait_for(act(client), 20)
            finally:
                await client.close()

        return asyncio.run(run())

    def test_a_file_goes_in_pieces_with_its_digest(self):
        content, told = os.urandom(2500), []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cat.png")
            with open(path, "wb") as file:
                file.write(content)
            got = self.do(lambda client: client.upload(path, width=8, height=6, on_progress=lambda *now: told.append(now)))
        self.assertEqual(got, {"mediaID": "m1", "state": "ready", "type": "image/png", "size": 2500})
        self.assertEqual(self.store.stored, content)
        sha256 = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        about = {"name": "cat.png", "type": "image/png", "size": 2500, "sha256": sha256}
        self.assertEqual(self.gateway.asked("media.prepare"), [about])
        self.assertEqual(self.gateway.asked("media.complete"), [{"mediaID": "m1", "width": 8, "height": 6}])
        self.assertEqual(told, [(1000, 2500), (2000, 2500), (2500, 2500)])

    def test_it_goes_on_behind_what_has_arrived(self):
        content = os.urandom(2500)
        self.store.problems = [None, (345,), 503, 403, 409]
        self.do(lambda client: client.upload(content))
        self.assertEqual(self.store.stored, content)
        self.assertIn("HEAD", self.store.requests)

    def test_a_refusal_ends_it(self):
        for status, name in ((413, "tooLarge"), (415, "notUploaded"), (404, "urlEnded"), (460, "otherDigest")):
            self.store.problems = [status, status]
            with self.assertRaises(MartletError) as raised:
                self.do(lambda client: client.upload(b"abc"))
            self.assertEqual(raised.exception.name, name)
        self.store.problems = []
        self.gateway.answers["media.complete"] = {"state": "refused"}
        with self.assertRaises(MartletError) as raised:
            self.do(lambda client: client.upload(b"abc"))
        self.assertEqual(raised.exception.name, "mediaRefused")

    def test_stores_of_others(self):
        content = os.urandom(250)
        base = f"http://127.0.0.1:{self.store.server_address[1]}"
        self.plan = lambda: {"kind": "put", "url": f"{base}/put", "headers": {"x-amz-a": "1"}}
        self.do(lambda client: client.upload(content))
        self.assertEqual(self.store.parts["/put"], content)
        self.plan = lambda: {"kind": "form", "url": f"{base}/form", "fields": {"key": "k"}}
        self.do(lambda client: client.upload(content))
        self.assertIn(b'name="key"\r\n\r\nk\r\n', self.store.parts["/form"])
        self.assertIn(content, self.store.parts["/form"])

        def parts():
            first = 1 + sum(path.startswith("/part") for path in self.store.parts)
            return {"kind": "parts", "bytes": 100, "first": first, "urls": [f"{base}/part{first}"]}

        self.plan = parts
        self.do(lambda client: client.upload(content))
        self.assertEqual(b"".join(self.store.parts[f"/part{number}"] for number in (1, 2, 3)), content)

    def test_urls_are_asked_for_together_and_kept(self):
        def urls(data):
            return {"urls": [
                {"mediaID": id, "code": 1010} if id == "no" else {"mediaID": id, "url": f"/v1/media/{id}?s=1", "until": 9e12}
                for id in data["mediaIDs"]]}  # fmt: skip

        self.gateway.answers["media.url"] = urls

        async def ask(client):
            first = await asyncio.gather(*(client.media_url(id) for id in ("a", "no", "b")), return_exceptions=True)
            return first, await client.media_url("a")

        (a, refused, b), again = self.do(ask)
        self.assertTrue(a.startswith("http://127.0.0.1:") and a.endswith("/v1/media/a?s=1") and a == again and b)
        self.assertEqual((refused.system, refused.code), ("gw", 1010))
        self.assertEqual(self.gateway.asked("media.url"), [{"mediaIDs": ["a", "no", "b"]}])


if __name__ == "__main__":
    unittest.main()

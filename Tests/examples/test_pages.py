"""The program of docs/pushes.md takes what the gateway has signed, and nothing else."""

import hashlib
import hmac
import os
import pathlib
import re
import tempfile
import time
import unittest

PAGE = pathlib.Path(__file__).parents[2] / "docs/pushes.md"
BODY = b'{"user":"bob"}'


def signed(timestamp, secret=b"shared"):
    code = hmac.new(secret, f"{timestamp}.".encode() + BODY, hashlib.sha256).hexdigest()
    return {"Martlet-Timestamp": str(timestamp), "Martlet-Signature": f"v1={code}"}


class PageTest(unittest.TestCase):
    def test_a_webhook_is_authentic_if_it_is_signed_now_with_the_secret(self):
        [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
        names, before = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                pathlib.Path("hook.secret").write_bytes(b"shared\n")
                exec(program, names)
            finally:
                os.chdir(before)
        now = int(time.time())
        cases = {
            "of now": (signed(now), BODY, True),
            "of an hour ago": (signed(now - 3600), BODY, False),
            "with another secret": (signed(now, b"other"), BODY, False),
            "with another body": (signed(now), BODY + b" ", False),
            "unsigned": ({}, BODY, False),
        }
        for name, (headers, body, is_authentic) in cases.items():
            with self.subTest(name):
                self.assertEqual(names["is_authentic"](headers, body, names["secret"]), is_authentic)


if __name__ == "__main__":
    unittest.main()

"""The traces that all clients are played: clients/conformance/README.md."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../conformance/players"))
from python import play, traces  # noqa: E402


class TracesTest(unittest.TestCase):
    def test_each_trace(self):
        count = 0
        for name, trace in traces():
            with self.subTest(name, about=trace["about"]):
                play(trace)
            count += 1
        self.assertGreater(count, 90)


if __name__ == "__main__":
    unittest.main()

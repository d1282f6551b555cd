"""Ports for what tests start."""

import random
import socket


def free_port():
    """Below those of outgoing connections: one that the kernel gives may be given to another test's connection meanwhile."""
    while True:
        port = random.randrange(12_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue  # Another's.
            return port

"""moto's S3, on loopback: python moto_server.py. It knows checksums, and checks no signature.

Says at which port it listens, once the bucket `media` exists; ends when its standard input does.
"""

import logging
import sys
import urllib.request

from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
host, port = server.get_host_and_port()
urllib.request.urlopen(urllib.request.Request(f"http://{host}:{port}/media", method="PUT")).close()
print(port, flush=True)
sys.stdin.read()

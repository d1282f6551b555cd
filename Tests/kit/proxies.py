"""The samples of nginx and haproxy, each before a real gateway: two clients talk through it by WebSockets over TLS.

    proxies.py MARTLET NGINX HAPROXY FOLDER     FOLDER is empty, for keys, certificates, the store and logs

The samples run as they are, except for ports, paths of certificates, and what only the machine's own start has.
"""

import asyncio
import base64
import contextlib
import http.client
import json
import pathlib
import secrets
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

import websockets

from talking import Client, replaced, running

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
HOST = "chat.example.com"


def nginx(folder, program, port, gateway):
    sample = replaced(
        (ROOT / "deploy/nginx/martlet.conf").read_text(),
        (r"127\.0\.0\.1:7750;$", f"127.0.0.1:{gateway};"),
        (r"listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (r"^ *listen \[::\]:443.*$", ""),
        (r"/etc/nginx/tls/", f"{folder}/"),
    )
    temporary = "\n".join(
        f"{name}_temp_path {folder}/nginx-{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log stderr; worker_processes 1; user root;\n"
        f"events {{ worker_connections 512; }}\nhttp {{ access_log off; {temporary}\n{sample} }}\n"
    )
    return [program, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def haproxy(folder, program, port, gateway):
    sample = replaced(
        (ROOT / "deploy/haproxy/haproxy.cfg").read_text(),
        (r"127\.0\.0\.1:7750", f"127.0.0.1:{gateway}"),
        (r"bind :443", f"bind 127.0.0.1:{port}"),
        (r"/etc/haproxy/tls/chat\.example\.com\.pem", f"{folder}/both.pem"),
        (r"maxconn 100000", "maxconn 200"),
    )
    (folder / "haproxy.cfg").write_text(sample)
    return [program, "-W", "-db", "-f", str(folder / "haproxy.cfg")]


async def talk(port, tls, token):
    @contextlib.asynccontextmanager
    async def session(user):
        async with websockets.connect(
            f"wss://{HOST}:{port}/v1/ws", host="127.0.0.1", port=port, ssl=tls,
            subprotocols=["martlet.v1.json"], origin=f"https://{HOST}", open_timeout=10,
        ) as opened:
            client = Client(opened)
            await client.request("session.open", {"token": token(user), "device": "kit"})
            yield client

    async with session("alice") as alice, session("bob") as bob:
        text = "through a proxy " * 50
        message = {"conversationID": "c2c_bob", "clientMsgId": f"m{port}", "type": 0, "body": {"text": text}}
        await alice.request("message.send", message)
        assert (await bob.event("message.new"))["body"]["text"] == text
        await asyncio.sleep(2)
        await alice.request("conversation.list", {})


def status(port, tls, path, **headers):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=tls))
    request = urllib.request.Request(
        f"https://127.0.0.1:{port}{path}", headers={"Host": HOST, **headers}, data=headers and b"{}" or None
    )
    try:
        with opener.open(request, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def office(port, tls, source, secret):
    """Asks with the key that is good from 127.0.0.7 alone; a forged address in the header must not help."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=tls, timeout=10, source_address=(source, 0))
    headers = {
        "Host": HOST, "Martlet-Key": secret, "Content-Type": "application/json",
        "X-Forwarded-For": "127.0.0.7", "Forwarded": "for=127.0.0.7",
    }  # fmt: skip
    connection.request("POST", "/v1/api/admin.ping", b"{}", headers)
    return connection.getresponse().status


def tls_behind_proxy_header(port, tls, header):
    with socket.create_connection(("127.0.0.1", port), 10) as plain:
        plain.sendall(header)
        with tls.wrap_socket(plain, server_hostname=HOST) as wrapped:
            wrapped.sendall(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: wrapped.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 200"), answer


def main(martlet, nginx_program, haproxy_program, folder):
    folder = pathlib.Path(folder)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},IP:127.0.0.1",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    (folder / "both.pem").write_text((folder / "fullchain.pem").read_text() + (folder / "privkey.pem").read_text())
    tls = ssl.create_default_context(cafile=folder / "fullchain.pem")
    keys = folder / "keys.json"
    subprocess.run([martlet, "token", "--new-key-file", keys], check=True, capture_output=True)

    def token(user):
        made = subprocess.run(
            [martlet, "token", "--key-file", keys, "--user", user], check=True, capture_output=True, text=True
        )
        return made.stdout.strip()

    secret = base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()
    admin = folder / "admin.json"
    admin.write_text(json.dumps({"keys": [{"name": "office", "secret": secret, "addresses": ["127.0.0.7"]}]}))
    admin.chmod(0o600)

    @contextlib.contextmanager
    def gateway(name, proxy, more=""):
        port = free_port()
        configuration = folder / f"{name}.json5"
        configuration.write_text(
            f'{{listen: {{port: {port}}}, admin: {{listen: "./{name}.sock"}}, origins: {{allowed: ["https://{HOST}"]}}, data: {{directory: "data-{name}"}},'
            f' auth: {{keysFile: "keys.json", adminKeysFile: "admin.json"}}, proxy: {{{proxy}}}, {more}}}'
        )
        with running(folder, f"gateway-{name}", [martlet, "serve", "--config", configuration], port):
            yield port

    trusted = 'trusted: ["127.0.0.1"]'
    required = trusted + ', protocol: "required"'
    proxies = (("nginx", nginx, nginx_program, trusted), ("haproxy", haproxy, haproxy_program, required))
    for name, command, program, proxy in proxies:
        with gateway(name, proxy) as behind:
            port = free_port()
            with running(folder, name, command(folder, program, port, behind), port):
                for _ in range(100):
                    if status(port, tls, "/v1/api/none", **{"Martlet-Key": secret}) != 503:
                        break
                    time.sleep(0.1)
                asyncio.run(talk(port, tls, token))
                for path in ("/metrics", "/healthz", "/readyz", "/"):
                    assert (answer := status(port, tls, path)) == 404, f"{name}: {path} is answered with {answer}"
                bearer = {"Authorization": f"Bearer {token('alice')}", "Content-Type": "application/json"}
                assert (answer := status(port, tls, "/v1/api/conversation.list", **bearer)) == 200, answer
                for source, expected in (("127.0.0.7", 200), ("127.0.0.8", 403), ("127.0.0.7", 200)):
                    answer = office(port, tls, source, secret)
                    assert answer == expected, f"{name}: from {source} the key is answered with {answer}"
                print(f"{name}: two clients have talked through it, and the gateway knows their addresses")

    certificate = 'tls: {certificates: [{certificate: "fullchain.pem", key: "privkey.pem"}]}'
    with gateway("tls", required, certificate) as port:
        tls_behind_proxy_header(port, tls, b"PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n")
        tls_behind_proxy_header(port, tls, b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0")
        print("TLS comes behind a PROXY header of both versions")


main(*sys.argv[1:])

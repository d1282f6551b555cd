"""Everything secret that the providers and their clients have: new each time, as files in a folder."""

import base64
import datetime
import ipaddress
import json
import secrets
from types import SimpleNamespace

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID


def make(folder, port):
    certify(folder)
    apns, vapid, browser = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    google = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    made = SimpleNamespace(
        makers=makers(folder),
        apns=apns.public_key(),
        google=google.public_key(),
        vapid=vapid.public_key(),
        browser=browser,
        browser_secret=secrets.token_bytes(16),
        webhook=secrets.token_hex(32),
    )
    (folder / "apns.p8").write_bytes(pem(apns))
    (folder / "vapid.pem").write_bytes(pem(vapid))
    (folder / "webhook.secret").write_text(made.webhook)
    account = {
        "type": "service_account",
        "project_id": "birds",
        "private_key_id": "google-1",
        "private_key": pem(google).decode(),
        "client_email": "martlet@birds.iam.gserviceaccount.com",
        "token_uri": f"https://localhost:{port}/token",
    }
    (folder / "service-account.json").write_text(json.dumps(account))
    # The browser's half of a subscription; a test adds the endpoint.
    subscription = {"p256dh": base64url(point(browser.public_key())), "auth": base64url(made.browser_secret)}
    (folder / "subscription-keys.json").write_text(json.dumps(subscription, separators=(",", ":")))
    return made


def makers(folder):
    """The phone makers' key files, and what their services know of them."""
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    known = {
        "huawei": {"clientId": "108422157", "clientSecret": secrets.token_hex(32)},
        "harmony": {
            "project_id": "388421841",
            "key_id": secrets.token_hex(16),
            "private_key": pem(rsa_key).decode(),
            "sub_account": "115422841",
            "client_id": "5765880207854285041",
            "auth_uri": "https://oauth-login.cloud.huawei.com/oauth2/v3/authorize",
            "token_uri": "https://oauth-login.cloud.huawei.com/oauth2/v3/token",
        },
        "honor": {"appId": "104422157", "clientId": secrets.token_hex(16), "clientSecret": secrets.token_hex(16)},
        "xiaomi": {"appSecret": secrets.token_urlsafe(16), "packageName": "org.example.birds"},
        "oppo": {"appKey": secrets.token_hex(16), "masterSecret": secrets.token_hex(16)},
        "vivo": {"appId": "105422157", "appKey": secrets.token_hex(16), "appSecret": secrets.token_hex(18)},
        "meizu": {"appId": "142215", "appSecret": secrets.token_hex(16)},
    }
    for name, file in known.items():
        (folder / f"{name}.json").write_text(json.dumps(file))
    return {**known, "harmony": {**known["harmony"], "public": rsa_key.public_key()}}


def certify(folder):
    """An authority, and a certificate by it for localhost."""
    authority, server = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer, subject = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in ("Tests", "localhost"))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    root = sign(builder(issuer, issuer, authority).add_extension(x509.BasicConstraints(True, None), True), authority)
    leaf = sign(builder(subject, issuer, server).add_extension(names, False), authority)
    (folder / "authority.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (folder / "server.pem").write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    (folder / "server.key").write_bytes(pem(server))


def builder(subject, issuer, key):
    now = datetime.datetime.now(datetime.timezone.utc)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=1))
        .not_valid_after(now + datetime.timedelta(days=1))
    )


def sign(certificate, key):
    return certificate.sign(key, hashes.SHA256())


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

"""What each provider makes of a request: whether it is sound, what it says, and the usual answer."""

import base64
import hashlib
import hmac
import json
import time
from urllib.parse import parse_qs

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, utils

import keys


class Problem(Exception):
    """The request is not as the provider's documentation has it; the case is the maker's answer for it."""

    def __init__(self, problem, case="refused"):
        super().__init__(problem)
        self.case = case


def need(condition, problem, case="refused"):
    if not condition:
        raise Problem(problem, case)


class Providers:
    def __init__(self, made, port, makers):
        self.made = made
        self.makers = makers
        self.origin = f"https://localhost:{port}"
        self.access_tokens = []

    def take(self, headers, body):
        """The entry for the record, and the answer."""
        path = headers[":path"]
        for maker in self.makers:
            if maker.door(path):
                return maker.take(headers, body)
        kind, read = next(found for start, found in self.kinds().items() if path.startswith(start))
        entry = {"kind": kind, "path": path, "headers": headers, "problem": None}
        try:
            need(headers[":method"] == "POST", "the method is not POST")
            fields, answer = read(path, headers, body)
        except (Problem, KeyError, ValueError) as problem:
            entry["problem"] = f"{type(problem).__name__}: {problem}"
            return entry, {"status": 403, "body": {"reason": entry["problem"]}}
        return {**entry, **fields}, answer

    def kinds(self):
        return {
            "/3/device/": ("apns", self.apns),
            "/v1/projects/birds/messages:send": ("fcm", self.fcm),
            "/token": ("oauth", self.oauth),
            "/push/": ("webpush", self.web_push),
            "/": ("webhook", self.webhook),
        }

    def apns(self, path, headers, body):
        scheme, token = headers["authorization"].split(" ")
        need(scheme == "bearer", "no bearer")
        header, claims = jwt(token, lambda signature, message: verify_es256(self.made.apns, signature, message))
        need(header["alg"] == "ES256" and header["kid"], f"the header {header}")
        need(claims["iss"] and abs(time.time() - claims["iat"]) < 3600, f"the claims {claims}")
        calls = headers["apns-topic"].endswith(".voip")
        need(headers["apns-push-type"] == ("voip" if calls else "alert"), "the push type or the topic")
        if calls:
            need(headers["apns-expiration"] == "0" and "apns-collapse-id" not in headers, "a call that comes late")
        else:
            need(len(headers["apns-collapse-id"]) <= 64, "a long collapse id")
        need(len(body) <= (5120 if calls else 4096), "PayloadTooLarge")
        payload = json.loads(body)
        answer = {"status": 200, "headers": {"apns-id": headers["apns-id"]}}
        if payload["aps"].keys() == {"badge"}:
            need(payload.keys() == {"aps"} and headers["apns-priority"] == "5", "more than a badge")
            badge = {"badge": payload["aps"]["badge"], "payload": body.decode()}
            return {"token": path.removeprefix("/3/device/"), **badge}, answer
        fields = {
            "token": path.removeprefix("/3/device/"),
            "title": payload["aps"]["alert"].get("title"),
            "text": payload["aps"]["alert"]["body"],
            "badge": payload["aps"].get("badge"),
            "forced": payload["aps"].get("interruption-level") == "time-sensitive",
            "conversation": payload["martlet"].get("conversation"),
            "message": payload["martlet"]["message"],
            "ticket": payload["martlet"].get("ticket"),
            "payload": body.decode(),
            "claims": claims,
        }
        need(not fields["ticket"] or payload["aps"].get("mutable-content") == 1, "a ticket that no extension sees")
        need("thread-id" in payload["aps"] or not fields["conversation"], "no thread")
        return fields, answer

    def oauth(self, path, headers, body):
        need(headers["content-type"] == "application/x-www-form-urlencoded", "no form")
        form = parse_qs(body.decode(), strict_parsing=True)
        need(form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"], "another grant")
        header, claims = jwt(form["assertion"][0], self.verify_google)
        need(header["alg"] == "RS256" and header["kid"] == "google-1", f"the header {header}")
        need(claims["iss"] == "martlet@birds.iam.gserviceaccount.com", "another account")
        need(claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging", "another scope")
        need(claims["aud"] == self.origin + "/token", "another audience")
        need(abs(time.time() - claims["iat"]) < 60 and 0 < claims["exp"] - claims["iat"] <= 3600, "another time")
        self.access_tokens.append(f"access-{len(self.access_tokens) + 1}")
        answer = {"access_token": self.access_tokens[-1], "expires_in": 3599, "token_type": "Bearer"}
        return {"claims": claims}, {"status": 200, "body": answer}

    def verify_google(self, signature, message):
        self.made.google.verify(signature, message, padding.PKCS1v15(), hashes.SHA256())

    def fcm(self, path, headers, body):
        scheme, token = headers["authorization"].split(" ")
        need(scheme == "Bearer" and token in self.access_tokens, "no access token")
        message = json.loads(body)["message"]
        data, android = message["data"], message["android"]
        need(all(isinstance(value, str) for value in data.values()), "data that is no string")
        aps = message["apns"]["payload"]["aps"]
        answer = {"status": 200, "body": {"name": "projects/birds/messages/1"}}
        if "call" in data and "notification" not in message:
            need(android["priority"] == "HIGH" and "notification" not in android, "a call that is late or shown")
            fields = {name: data.get(name) for name in ("title", "conversation", "message", "ticket")}
            ttl = {"ttl": int(android["ttl"].removesuffix("s"))}
            return {"token": message["token"], "text": data["body"], **fields, **ttl, "payload": body.decode()}, answer
        if "notification" not in message:
            need(data.keys() == {"badge"} and aps == {"badge": int(data["badge"])}, "more than a badge")
            need(android["priority"] == "NORMAL" and "notification" not in android, "a badge that is shown")
            need(message["apns"]["headers"]["apns-priority"] == "5", "a badge that presses")
            return {"token": message["token"], "badge": aps["badge"], "payload": body.decode()}, answer
        need(aps.get("badge") == android["notification"].get("notification_count"), "two badges")
        need("ticket" not in data or aps.get("mutable-content") == 1, "a ticket that no extension sees")
        need(android["priority"] == "HIGH" and android["ttl"].endswith("s"), "the priority or the ttl")
        fields = {
            "token": message["token"],
            "title": message["notification"].get("title"),
            "text": message["notification"]["body"],
            "badge": android["notification"].get("notification_count"),
            "forced": data["forced"] == "true",
            "conversation": data.get("conversation"),
            "message": data["message"],
            "ticket": data.get("ticket"),
            "payload": body.decode(),
        }
        return fields, answer

    def web_push(self, path, headers, body):
        scheme, parameters = headers["authorization"].split(" ", 1)
        fields = dict(parameter.strip().split("=", 1) for parameter in parameters.split(","))
        need(scheme == "vapid", "no vapid")
        need(fields["k"] == keys.base64url(keys.point(self.made.vapid)), "another key")
        _, claims = jwt(fields["t"], lambda signature, message: verify_es256(self.made.vapid, signature, message))
        need(claims["aud"] == self.origin, f"the audience {claims['aud']}")
        need(time.time() < claims["exp"] <= time.time() + 86400, "the end of the token")
        need(claims["sub"].startswith("mailto:"), "no contact")
        need(headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) >= 0, "the encoding or the ttl")
        need(len(headers["topic"]) <= 32 and len(body) <= 4096, "the topic or the length")
        clear = http_ece.decrypt(
            body, private_key=self.made.browser, auth_secret=self.made.browser_secret, version="aes128gcm"
        )
        entry = {**json.loads(clear), "payload": clear.decode(), "claims": claims}
        return {"token": path.removeprefix("/push/"), **entry}, {"status": 201}

    def webhook(self, path, headers, body):
        timestamp = headers["martlet-timestamp"]
        need(abs(time.time() - int(timestamp)) < 300, "another time")
        code = hmac.new(self.made.webhook.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
        signatures = [headers["martlet-signature"], headers.get("martlet-signature-next", "")]
        matches = [hmac.compare_digest(signature, "v1=" + code.hexdigest()) for signature in signatures]
        need(any(matches), "another signature")
        return {**json.loads(body), "payload": body.decode()}, {"status": 200}


def jwt(token, verify):
    """Header and claims of a JWS in compact form."""
    header, claims, signature = token.split(".")
    try:
        verify(decode(signature), f"{header}.{claims}".encode())
    except InvalidSignature:
        raise Problem("InvalidProviderToken", "credential") from None
    return json.loads(decode(header)), json.loads(decode(claims))


def verify_es256(key, signature, message):
    numbers = (int.from_bytes(half) for half in (signature[:32], signature[32:]))
    key.verify(utils.encode_dss_signature(*numbers), message, ec.ECDSA(hashes.SHA256()))


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

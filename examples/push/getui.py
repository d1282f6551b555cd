#!/usr/bin/env python3
"""A webhook that forwards Martlet's pushes to Getui, which reaches the phones of all makers.

    getui.py CREDENTIALS SECRET_FILE PORT

CREDENTIALS: {"appId": "…", "appKey": "…", "masterSecret": "…", "title": "Example Chat"}
Settings:    webhook: {url: "http://127.0.0.1:PORT/", secretFile: SECRET_FILE}
The app:     push.register with the provider `webhook` and the cid that Getui's SDK gives it as `token`.

Getui reads all texts. Not yet tried with the real service.
"""
import hashlib, json, threading, time
from webhook import Busy, Dead, Refused, Unavailable, app_data, arguments, number, post, seconds_left, serve

LONGEST_LIFE = 72 * 3600


class Getui:
    def __init__(self, credentials):
        self.credentials = credentials
        self.url = credentials.get("url", "https://restapi.getui.com") + f"/v2/{credentials['appId']}"
        self.lock = threading.Lock()
        self.token, self.renews_at = None, 0

    def access_token(self, refused=None):
        """The one in hand, unless it has nearly run out, or is the one that was refused."""
        with self.lock:
            if self.token is None or self.token == refused or time.time() > self.renews_at:
                key, now = self.credentials["appKey"], str(int(time.time() * 1000))
                sign = hashlib.sha256((key + now + self.credentials["masterSecret"]).encode()).hexdigest()
                _, answer = post(f"{self.url}/auth", {"sign": sign, "timestamp": now, "appkey": key}, {})
                if answer.get("code") != 0:
                    raise Unavailable(f"no access token: {answer.get('code')} {answer.get('msg')}")
                self.token = answer["data"]["token"]
                left = int(answer["data"]["expire_time"]) / 1000 - time.time()
                self.renews_at = time.time() + left * 9 / 10
            return self.token

    def send(self, push, delivery):
        token = self.access_token()
        answer = self.post(push, delivery, token)
        if answer.get("code") == 10001:
            answer = self.post(push, delivery, self.access_token(refused=token))
        code, text = answer.get("code"), str(answer.get("msg", ""))
        word = f"{code} {text}"
        if code == 0:
            return
        if code == 20001 and "target user is invalid" in text:
            raise Dead(word)
        if code in (10003, 10005):
            raise Busy(word)
        # 20…: a parameter.
        if isinstance(code, int) and code // 10_000 == 2:
            raise Refused(word)
        raise Unavailable(word)

    def post(self, push, delivery, token):
        return post(f"{self.url}/push/single/cid", self.body(push, delivery), {"token": token})[1]

    def body(self, push, delivery):
        title = push.get("title", self.credentials.get("title", ""))[:50]
        text = push["body"][:256]
        # Two with the same notify_id: the later one takes the place of the first.
        shown = {"title": title, "body": text, "click_type": "startapp", "notify_id": number(push)}
        apple = {
            "type": "notify",
            "payload": json.dumps(app_data(push)),
            "aps": {"alert": {"title": title, "body": text}, "content-available": 0},
            "apns-collapse-id": push.get("collapseId", push["message"]),
        }
        if "badge" in push:
            apple["auto_badge"] = str(push["badge"])
        return {
            # 10 to 32 characters. Getui sends what has the same one once.
            "request_id": "martlet-" + delivery.zfill(12),
            "settings": {"ttl": min(seconds_left(push), LONGEST_LIFE) * 1000},
            "audience": {"cid": [push["token"]]},
            # For an app that runs, and for one that does not: then by the maker.
            "push_message": {"notification": shown},
            "push_channel": {"android": {"ups": {"notification": shown}}, "ios": apple},
        }


if __name__ == "__main__":
    credentials, secret_file, port = arguments(__doc__)
    serve(Getui(credentials).send, secret_file, port)

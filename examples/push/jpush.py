#!/usr/bin/env python3
"""A webhook that forwards Martlet's pushes to JPush, which reaches the phones of all makers.

    jpush.py CREDENTIALS SECRET_FILE PORT

CREDENTIALS: {"appKey": "…", "masterSecret": "…", "title": "Example Chat"}
Settings:    webhook: {url: "http://127.0.0.1:PORT/", secretFile: SECRET_FILE}
The app:     push.register with the provider `webhook` and the registration id of JPush's SDK as `token`.

JPush reads all texts. Not yet tried with the real service.
"""
import base64
from webhook import Busy, Dead, Refused, Unavailable, app_data, arguments, post, seconds_left, serve

LONGEST_LIFE = 10 * 86_400
# JPush's codes; all others speak of the credentials, of rights, or of its own state.
NO_SUCH_DEVICE = 1011
TOO_FAST = (1012, 2002)
BAD_PUSH = (1002, 1003, 1005, 1009)


class JPush:
    def __init__(self, credentials):
        self.title = credentials.get("title", "")
        # Apps that JPush keeps in Beijing have another URL.
        self.url = credentials.get("url", "https://api.jpush.cn") + "/v3/push"
        pair = f"{credentials['appKey']}:{credentials['masterSecret']}"
        self.headers = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}

    def send(self, push, delivery):
        status, answer = post(self.url, self.body(push), self.headers)
        if status == 200:
            return
        error = answer.get("error", {})
        code = error.get("code")
        word = f"{code} {error.get('message', '')}"
        if code == NO_SUCH_DEVICE:
            raise Dead(word)
        if status == 429 or code in TOO_FAST:
            raise Busy(word)
        if code in BAD_PUSH:
            raise Refused(word)
        raise Unavailable(word)

    def body(self, push):
        title, text = push.get("title", self.title), push["body"]
        extras = app_data(push)
        android = {"alert": text, "title": title, "extras": extras}
        apple = {"alert": {"title": title, "body": text}, "extras": extras, "sound": push.get("sound", "default")}
        if "badge" in push:
            apple["badge"] = push["badge"]
        options = {
            "time_to_live": min(seconds_left(push), LONGEST_LIFE),
            "apns_production": True,
            "apns_collapse_id": push.get("collapseId", push["message"]),
        }
        return {
            "platform": "all",
            "audience": {"registration_id": [push["token"]]},
            "notification": {"android": android, "ios": apple},
            "options": options,
        }


if __name__ == "__main__":
    credentials, secret_file, port = arguments(__doc__)
    serve(JPush(credentials).send, secret_file, port)

#!/usr/bin/env python3
"""Serves the page of a live stream, and is its backend: it makes the room, and says in it who gives what and how many
like the stream. Only for development: it believes whoever says a name, and nobody pays.

    server.py PORT GATEWAY_URL KEYS_FILE ADMIN_KEYS_FILE [PUBLIC_URL]
"""
import collections, pathlib, sys, threading, time, uuid

examples = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(examples / "chat"))
from server import Refused, Site, serve

room, host = "live/harbour", "olga"
gifts = ("rose", "cake", "rocket")


class LiveSite(Site):
    folders = {**Site.folders, "/": examples / "live-room"}
    # Likes that nobody was told of, by this process alone.
    likes, lock = collections.Counter(), threading.Lock()

    def sign_in(self, data):
        signed = super().sign_in(data)
        self.make_room()
        return {**signed, "room": room}

    def make_room(self):
        self.martlet.ask("admin.account.create", {"accounts": [{"userID": host}]})
        try:
            self.martlet.ask("admin.room.create", {"roomID": room, "title": "Harbour at dusk", "owner": host})
        except Refused as refused:
            # gw 1006: there is one.
            if refused.error["code"] != 1006:
                raise

    def give(self, data):
        """A gift is always told: it has the priority high, which users' own messages cannot have. A real backend takes the
        price first, and the id of that payment as `clientMsgId`, so that a repeat is told once."""
        if data["gift"] not in gifts:
            raise ValueError("There is no such gift")
        self.say({"from": data["user"], "type": 100, "body": {"gift": data["gift"]}})
        return {}

    def like(self, data):
        """Many like at once: they are told once a second, together."""
        with self.lock:
            self.likes[room] += 1
        return {}

    @classmethod
    def say(cls, message):
        cls.martlet.ask("admin.room.send", {"roomID": room, "clientMsgId": uuid.uuid4().hex, "priority": "high", **message})

    @classmethod
    def tell_likes(cls):
        while True:
            time.sleep(1)
            with cls.lock:
                likes = cls.likes.pop(room, 0)
            if likes > 0:
                try:
                    cls.say({"type": 100, "body": {"likes": likes}})
                except (Refused, TimeoutError) as lost:
                    print(f"{likes} likes were not told: {lost}", file=sys.stderr)

    actions = {"/sign-in": sign_in, "/give": give, "/like": like}


if __name__ == "__main__":
    threading.Thread(target=LiveSite.tell_likes, daemon=True).start()
    serve(LiveSite, *sys.argv[1:6])

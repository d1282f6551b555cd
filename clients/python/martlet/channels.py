"""The channels that the user follows: docs/channels.md."""

PAGE = 100


class Channels:
    """Each message is told once and in order, and live ones wait while those before them are fetched."""

    def __init__(self, positions, fills, request, tell, gap_limit):
        self.positions, self.fills, self.request, self.tell = positions, fills, request, tell
        self.gap_limit = gap_limit

    def login(self, reply):
        """A session is open. The reply of a user who follows none names none."""
        followed, places = reply.get("channels", {}), self.positions.channels
        for channel, verdict in reply.get("resume", {}).get("channels", {}).items():
            if channel not in followed:
                self._tell_reset(channel, verdict.get("why"), is_gone=True)
            elif verdict["verdict"] == "recovered":
                for message in verdict.get("messages", []):
                    self._tell(message)
                places[channel] = verdict["seq"]
            elif verdict["verdict"] == "gap":
                self._fill(channel, verdict["from"], verdict["to"])
            else:
                self._reset(channel, verdict["seq"], verdict.get("why"))
        for channel in places.keys() - followed.keys():
            self.forget(channel)
        for channel, seq in followed.items():
            self.follow(channel, seq)

    def event(self, name, data):
        """A live event of a channel."""
        channel = data["channelID"]
        if name == "channel.message":
            self.fills.live(("channel", channel), lambda: self._tell(data))
            return
        if name == "channel.destroyed":
            self.forget(channel)
        elif name == "channel.subscriptionChanged":
            if data["isSubscribed"]:
                self.follow(channel, data["seq"])
            else:
                self.forget(channel)
        self.tell(name, data)

    def follow(self, channel, seq):
        """From behind `seq` on, unless it is followed already."""
        self.positions.channels.setdefault(channel, seq)

    def forget(self, channel):
        self.positions.channels.pop(channel, None)

    def _fill(self, channel, first, last):
        if last - first >= self.gap_limit:
            self.positions.channels[channel] = last
            self.tell("sync.gap", {"channelID": channel, "from": first, "to": last})
            return

        async def fetch():
            cursor, is_finished = first - 1, False
            while not is_finished and cursor < last:
                page = await self.request("channel.history", {
                    "channelID": channel, "direction": "newer", "cursor": cursor, "limit": PAGE})
                for message in page["messages"]:
                    if message["seq"] <= last:
                        self._tell(message)
                cursor, is_finished = page["cursor"], page["isFinished"]
            self.positions.channels[channel] = last

        self.fills.fill(("channel", channel), fetch, lambda: self._reset(channel, last), f"channel_{channel}")

    def _reset(self, channel, seq, why=None):
        self.positions.channels[channel] = seq
        self._tell_reset(channel, why)

    def _tell_reset(self, channel, why, is_gone=False):
        self.tell("sync.reset", {"stream": f"channel_{channel}", "isGone": is_gone, **({"why": why} if why else {})})

    def _tell(self, message):
        if message["seq"] > self.positions.channels.get(message["channelID"], 0):
            self.positions.channels[message["channelID"]] = message["seq"]
            self.tell("channel.message", message)

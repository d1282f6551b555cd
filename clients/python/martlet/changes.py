"""What becomes of messages after they were sent: docs/message-life.md#changes."""

# So many changed messages are remembered as they are now.
MOST_REMEMBERED = 1000


class Changes:
    """Each change is told once and in order: as `message.changed` with the whole message, or as `message.gone` if it is kept no
    longer. `current` and `present` show messages that were read before a change as it has left them."""

    def __init__(self, positions, fills, request, tell):
        self.positions, self.fills, self.request, self.tell = positions, fills, request, tell
        self._now, self._gone = {}, {}
        # Where the list showed changes to stand before any was told: a page that is older lacks some of them.
        self._listed = {}

    def resume(self, verdicts):
        for conversation, verdict in verdicts.items():
            if verdict["verdict"] == "recovered":
                for change in verdict.get("changes", []):
                    self._tell(conversation, change)
                self.positions.changes[conversation] = verdict["seq"]
            elif verdict["verdict"] == "gap":
                self._fill(conversation, verdict["from"] - 1, verdict["seq"])
            else:
                self._reset(conversation, verdict["seq"])

    def live(self, data):
        conversation = data["conversationID"]
        self.fills.live(("changes", conversation), lambda: self._tell(conversation, data))

    def compare(self, conversation, change):
        """The list shows where a conversation's changes stand."""
        place = self.positions.changes.get(conversation)
        if place is None:
            self.positions.changes[conversation] = self._listed[conversation] = change
        elif place < change and ("changes", conversation) not in self.fills:
            self._fill(conversation, place, change)

    async def complete(self, conversation, change):
        """A page of messages was read, with changes up to `change`: takes in what it lacks of those that were there before the
        first one was told."""
        self.positions.changes.setdefault(conversation, change)
        is_finished = change >= self._listed.get(conversation, 0)
        while not is_finished:
            page = await self.request("message.changes", {"conversationID": conversation, "after": change})
            for one in page["changes"]:
                if "message" in one:
                    self._remember(one["message"])
                else:
                    self.forget([one["msgId"]])
            is_finished = page["isFinished"] or page["change"] >= self._listed.get(conversation, 0)
            change = page["change"]

    def current(self, message):
        """A message that was read, as the changes that were told have left it."""
        now = self._now.get(message["msgId"])
        return merged(now, message) if now else message

    def present(self, messages):
        """The messages of a page that are still there."""
        return [self.current(message) for message in messages if message["msgId"] not in self._gone]

    def forget(self, ids):
        """Messages are gone for this user."""
        for id in ids:
            self._now.pop(id, None)
            self._gone[id] = None
        while len(self._gone) > MOST_REMEMBERED:
            del self._gone[next(iter(self._gone))]

    def _remember(self, message):
        now = self.current(message)
        self._now.pop(message["msgId"], None)
        self._now[message["msgId"]] = now
        if len(self._now) > MOST_REMEMBERED:
            del self._now[next(iter(self._now))]

    def _tell(self, conversation, change):
        if change["change"] <= self.positions.changes.get(conversation, 0):
            return
        self.positions.changes[conversation] = change["change"]
        told = {"conversationID": conversation, "change": change["change"]}
        if "message" in change:
            self._remember(change["message"])
            self.tell("message.changed", {**told, "message": self.current(change["message"])})
        else:
            gone = {name: change[name] for name in ("msgId", "seq") if name in change}
            self.forget([gone["msgId"]] if "msgId" in gone else [])
            self.tell("message.gone", {**told, **gone})

    def _fill(self, conversation, after, to):
        self.positions.changes[conversation] = after

        async def fetch():
            is_finished = False
            while not is_finished:
                place = self.positions.changes[conversation]
                page = await self.request("message.changes", {"conversationID": conversation, "after": place})
                for change in page["changes"]:
                    self._tell(conversation, change)
                self.positions.changes[conversation], is_finished = page["change"], page["isFinished"]

        self.fills.fill(("changes", conversation), fetch, lambda: self._reset(conversation, to), conversation)

    def _reset(self, conversation, place):
        self.positions.changes[conversation] = place
        self.tell("sync.reset", {"stream": conversation, "isGone": False})


def merged(one, other):
    """The newer one of two versions of a message; the other one if they are of the same change. Only what the gateway tells a
    user of own reactions says which are the user's (`mine`): what others' reactions change does not change that."""
    kept, now = (one, other) if one.get("change", 0) <= other.get("change", 0) else (other, one)
    own = {reaction["reaction"]: reaction["mine"] for reaction in kept.get("reactions", ()) if "mine" in reaction}
    if not own or not now.get("reactions"):
        return now

    def with_mine(reaction):
        name = reaction["reaction"]
        return {**reaction, "mine": own[name]} if "mine" not in reaction and name in own else reaction

    return {**now, "reactions": [with_mine(reaction) for reaction in now["reactions"]]}

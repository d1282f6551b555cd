"""What follows from a message between two: a lean session is not told it (docs/protocol.md#lean-sessions)."""

# What a conversation shows of its last message that a new message can have.
SHOWN_OF_LAST = ("msgId", "seq", "from", "type", "body", "time", "replyTo", "expireAt")


def shown_after(conversation, message, unread=None, change=None):
    """The conversation as the message has left it; `unread` None: the message has not changed it."""
    last = {name: message[name] for name in SHOWN_OF_LAST if name in message}
    shown = {**conversation, "seq": message["seq"], "lastMessage": {**last, "timestamp": message["time"] // 1000}}
    if unread is not None:
        shown["unreadCount"] = unread
    if change:
        shown["change"] = change
    return shown


class KnownConversations:
    """The conversations as they were told last."""

    def __init__(self):
        self.all = {}
        # The messages that came while the list was read, by conversations: what is known of these is older.
        self._early = None

    def begin(self):
        """The list is being read."""
        self._early = {}

    def end(self):
        """The list could not be read."""
        self._early = None

    def replace(self, conversations):
        """The list was read: what the messages that came meanwhile have left of it."""
        early, self._early = self._early, None
        self.all = {}
        for conversation in conversations:
            id = conversation["conversationID"]
            for message, unread, change in early.get(id, ()):
                if message["seq"] > conversation["seq"]:
                    conversation = shown_after(conversation, message, unread, change)
            self.all[id] = conversation
        return list(self.all.values())

    def after(self, message, unread, change):
        """The conversation as the message has left it. None: it is not known, or newer, or the list will have it."""
        known = self.all.get(message["conversationID"])
        if self._early is not None:
            self._early.setdefault(message["conversationID"], []).append((message, unread, change))
        elif known is not None and known["seq"] < message["seq"]:
            return shown_after(known, message, unread, change)
        return None

    def read(self, id, timestamp):
        """The other user has read."""
        known = self.all.get(id)
        if known is not None and known.get("peerReadTime", 0) < timestamp:
            self.all[id] = {**known, "peerReadTime": timestamp}

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

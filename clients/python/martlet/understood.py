"""Whether what the gateway tells is of the protocol. What applications put into it may be anything."""

# The types of members, of an event and of the messages and conversations in it.
KINDS = {
    **dict.fromkeys(("seq", "change", "time", "expireAt", "timestamp", "unreadCount", "totalUnread", "total", "expiresAt"), int),
    **dict.fromkeys(("conversationID", "msgId", "clientMsgId", "channelID"), str),
    **dict.fromkeys(("conversations", "conversationIDs", "msgIds"), list),
    **dict.fromkeys(("isPinned", "isSubscribed", "isComplete"), bool),
    "body": dict,
}  # fmt: skip
MESSAGE = ("msgId", "clientMsgId", "conversationID", "seq", "from", "type", "body", "time")
CONVERSATION = ("conversationID", "seq")

# The members without which the client cannot take an event in.
NEEDED = {
    "message.new": MESSAGE,
    "message.changed": ("conversationID", "change", "message"),
    "message.gone": ("conversationID", "change"),
    "message.deleted": ("conversationID", "msgIds"),
    "conversation.new": ("conversations",),
    "conversation.changed": ("conversations",),
    "conversation.deleted": ("conversationIDs",),
    "conversation.totalUnreadChanged": ("total",),
    "conversation.syncFinish": ("isComplete",),
    "receipt.new": ("conversationID", "timestamp"),
    "broadcast.new": ("seq",),
    "channel.message": ("channelID", "seq"),
    "channel.subscriptionChanged": ("channelID", "isSubscribed"),
    "channel.destroyed": ("channelID",),
    "server.draining": ("reconnectAfterMilliseconds",),
    "session.kicked": ("reason",),
    "session.expiring": ("expiresAt",),
}


def check_event(event):
    """Fails with a ValueError if it is none."""
    name, data = event["event"], event.get("data")
    # Other names are the client's own.
    if not isinstance(name, str) or "." not in name or name.startswith("sync."):
        raise ValueError(f"no event {name!r}")
    if ("stream" in event) != ("seq" in event) or not isinstance(event.get("stream", ""), str):
        raise ValueError(f"{name} has no place")
    check(event, ())
    check(data, NEEDED.get(name, ()))
    if name == "message.changed":
        check(data["message"], MESSAGE)
    elif name in ("conversation.new", "conversation.changed"):
        for conversation in data["conversations"]:
            check_conversation(conversation)


def check_conversation(conversation):
    check(conversation, CONVERSATION)
    if conversation.get("lastMessage") is not None:
        check(conversation["lastMessage"], ())


def check(value, needed):
    if not isinstance(value, dict):
        raise ValueError(f"no object: {value!r:.50}")
    for name in needed:
        if name not in value:
            raise ValueError(f"no {name}")
    for name, kind in KINDS.items():
        # A truth value is a number in Python.
        if name in value and not (isinstance(value[name], kind) and (kind is bool or not isinstance(value[name], bool))):
            raise ValueError(f"{name} is {value[name]!r:.50}")

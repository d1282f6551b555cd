"""What may have been done before, and is so old that the gateway may not know it any more."""

from .errors import MartletError

HOUR = 3600
MINUTE = 60
# So many pages of a conversation are read back.
MOST_PAGES = 20
# By so much the device's clock may have been wrong when a message was written.
CLOCK_ERROR = 86_400


def is_known(sent_at, now, hours):
    """Whether the gateway surely knows what was first sent at a time, so that a repeat is done once. Clocks are corrected by a
    little all the time, and one that was set back says nothing."""
    return -MINUTE < now - sent_at < hours * HOUR - MINUTE


async def find_stored(message, user, written_at, read):
    """A message of the history that was sent with the same `clientMsgId`; None if there is none. It fails if the history cannot
    tell. `written_at` is by the gateway's clock; `read(cursor)` gives a page."""
    cursor = 0
    for _ in range(MOST_PAGES if message.get("history", True) else 0):
        page = await read(cursor)
        for one in page["messages"]:
            if one["from"] == user and one["clientMsgId"] == message["clientMsgId"]:
                return one
        if page["isFinished"] or any(one["time"] / 1000 < written_at - CLOCK_ERROR for one in page["messages"]):
            return None
        cursor = page["cursor"]
    raise MartletError("maybeSent", "it may have been sent before")

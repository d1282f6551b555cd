"""Messages that expire."""

import asyncio

# Timers stand still while a machine sleeps, and clocks are set: so it looks again after so many seconds.
LONGEST = 600
NEVER = float("inf")


class Ends:
    """Waits for the moments at which messages expire. The clock says what is shown then: a timer can come
    late, and no message of the gateway may come at all. `now()` is the gateway's clock in milliseconds; `ended(name)`
    is called when what is shown under a name is another."""

    def __init__(self, now, ended):
        self.now, self.ended = now, ended
        # The next end of what is shown under a name; infinite if all of them have passed.
        self._next = {}
        self._timer = None

    def note(self, name, messages):
        """From now on these are shown under a name."""
        now = self.now()
        ends = [message["expireAt"] for message in messages if message and "expireAt" in message]
        if ends:
            self._next[name] = min((end for end in ends if end > now), default=NEVER)
        else:
            self._next.pop(name, None)
        self._schedule()

    def look(self):
        """The gateway's clock is known better."""
        for name in self._next:
            self.ended(name)

    def stop(self):
        self._next.clear()
        self._cancel()

    def _schedule(self):
        self._cancel()
        end = min(self._next.values(), default=NEVER)
        if end < NEVER:
            left = min(LONGEST, max(0, (end - self.now()) / 1000))
            self._timer = asyncio.get_running_loop().call_later(left, self._pass)

    def _pass(self):
        """Time has passed, perhaps more than the timer knows."""
        now = self.now()
        for name, end in self._next.items():
            if end <= now:
                self._next[name] = NEVER
                self.ended(name)
        self._schedule()

    def _cancel(self):
        if self._timer:
            self._timer.cancel()
            self._timer = None


def has_expired(message, now):
    return "expireAt" in message and message["expireAt"] <= now


def present(messages, now):
    """The messages that there are at a time."""
    return [message for message in messages if not has_expired(message, now)]


def shown(conversation, now):
    """A conversation as the gateway gives it at a time: its last message keeps its place, and says nothing any more."""
    last = conversation.get("lastMessage")
    if not last or last.get("isExpired") or not has_expired(last, now):
        return conversation
    said = ("recalled", "edited", "replyTo", "pinned")
    place = {name: value for name, value in last.items() if name not in said}
    return {**conversation, "lastMessage": {**place, "body": {}, "isExpired": True}}

"""The part of a conversation that a program shows."""

from .changes import merged


class Window:
    """Without holes, from some message up to the newest. Before the first page, and after a gap, it has nothing."""

    def __init__(self):
        # By rising `seq`.
        self.messages = []
        # Messages of before a gap, or that may be gone, as long as the first page was not read.
        self.stale = []
        # Whether the first page was read, and whether there is nothing older.
        self.is_loaded = self.is_complete = False
        # Where the next older page begins.
        self.cursor = 0
        # A page is on its way, and what those wait for who want to show something.
        self.loading = self.showing = None

    @property
    def shown(self):
        """Between what is stale and what is new there may be a hole."""
        return self.messages if self.is_loaded or not self.stale else self.stale

    def add(self, message):
        """A live message, or an own one. Whether it belongs here: without a page below it there would be a hole."""
        if not self.is_loaded and self.loading is None:
            return False
        if self.is_loaded and not self.is_complete and message["seq"] < self.cursor:
            # An own one that is late is in an older page.
            return True
        place = len(self.messages)
        while place > 0 and self.messages[place - 1]["seq"] > message["seq"]:
            place -= 1
        if place == 0 or self.messages[place - 1]["seq"] != message["seq"]:
            self.messages.insert(place, message)
        return True

    def change(self, message):
        """A message as it is now."""
        for messages in (self.messages, self.stale):
            for place, one in enumerate(messages):
                if one["msgId"] == message["msgId"]:
                    messages[place] = merged(one, message)
                    return True
        return False

    def remove(self, ids):
        """Messages are kept no longer."""
        before = len(self.messages) + len(self.stale)
        self.messages = [one for one in self.messages if one["msgId"] not in ids]
        self.stale = [one for one in self.stale if one["msgId"] not in ids]
        return len(self.messages) + len(self.stale) < before

    def add_older(self, page):
        """A page of the gateway or of this device, with falling `seq`. Messages that came meanwhile are newer."""
        # A message that came late while the first page was awaited is in an older one.
        here = [message for message in self.messages if page["isFinished"] or message["seq"] >= page["cursor"]]
        known = {message["seq"] for message in here}
        added = [message for message in page["messages"] if message["seq"] not in known]
        self.messages = sorted([*added, *here], key=lambda message: message["seq"])
        self.cursor, self.is_complete = page["cursor"], page["isFinished"]
        self.is_loaded, self.stale = True, []

    def fail(self):
        """No page came: what is told from now on would leave a hole behind what was."""
        if not self.is_loaded:
            self.messages = []

    def trim(self, count):
        """Keeps the newest; older ones can be read again."""
        if self.is_loaded and len(self.messages) > count:
            self.messages = self.messages[-count:]
            self.cursor, self.is_complete = self.messages[0]["seq"], False

"""What this device has of each stream: docs/protocol.md#streams."""

from copy import copy

# The gateway takes so many in `resume`.
MOST_CONVERSATIONS = 100
MOST_GROUPS = 1000
MOST_CHANNELS = 1000


class Positions:
    def __init__(self):
        self.user = None
        # Up to where messages were told, or up to where the list of conversations has shown them.
        self.told = {}
        self.listed = {}
        self.groups = {}
        # The place of the last change of a message.
        self.changes = {}
        # Those that the user follows.
        self.channels = {}
        # The last one's seq; None if nothing is known of them.
        self.broadcasts = None

    def named(self):
        """For `resume`; the conversations that were heard of last, since their number is limited."""
        if self.user is None:
            return None
        ids = self._ids()[-MOST_CONVERSATIONS:]
        return {
            "user": self.user,
            "conversations": {id: self.of(id) for id in ids},
            "groups": dict(list(self.groups.items())[-MOST_GROUPS:]),
            "changes": {id: self.changes.get(id, 0) for id in ids},
            **({"channels": dict(list(self.channels.items())[-MOST_CHANNELS:])} if self.channels else {}),
            **({} if self.broadcasts is None else {"broadcasts": self.broadcasts}),
        }

    def streams(self):
        """Those of which there is one each, for the next run."""
        return {"user": self.user, "groups": self.groups, "channels": self.channels, "broadcasts": self.broadcasts}

    def place(self, conversation):
        """All that is known of a conversation, for the next run."""
        named = (("seq", self.told), ("listed", self.listed), ("change", self.changes))
        return {name: places[conversation] for name, places in named if conversation in places}

    def places(self):
        """By conversations; those that were heard of last go last."""
        ids = dict.fromkeys([*self.changes.keys() - self.listed.keys() - self.told.keys(), *self._ids()])
        return {id: self.place(id) for id in ids}

    def restore(self, streams, places):
        """Goes on where an earlier run was. Release 0.3 kept the conversations with the streams."""
        for name in vars(self).keys() & streams.keys():
            setattr(self, name, copy(streams[name]))
        for id, place in places:
            for name, known in (("seq", self.told), ("listed", self.listed), ("change", self.changes)):
                if name in place:
                    known[id] = place[name]

    @property
    def is_too_long(self):
        return len(self.listed.keys() | self.told.keys()) > MOST_CONVERSATIONS

    def _ids(self):
        return [*(id for id in self.listed if id not in self.told), *self.told]

    def of(self, conversation):
        if conversation not in self.told:
            return self.listed.get(conversation)
        return max(self.told[conversation], self.listed.get(conversation, 0))

    def have(self, conversation, seq):
        """Everything up to `seq` was told. The conversation moves to the end."""
        self.told[conversation] = max(self.told.pop(conversation, 0), seq)

    def reset(self, conversation, seq):
        self.listed.pop(conversation, None)
        self.told.pop(conversation, None)
        self.told[conversation] = seq

    def forget(self, conversation):
        for places in (self.told, self.listed, self.changes):
            places.pop(conversation, None)

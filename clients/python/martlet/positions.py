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
        ids = [*(id for id in self.listed if id not in self.told), *self.told][-MOST_CONVERSATIONS:]
        return {
            "user": self.user,
            "conversations": {id: self.of(id) for id in ids},
            "groups": dict(list(self.groups.items())[-MOST_GROUPS:]),
            "changes": {id: self.changes.get(id, 0) for id in ids},
            **({"channels": dict(list(self.channels.items())[-MOST_CHANNELS:])} if self.channels else {}),
            **({} if self.broadcasts is None else {"broadcasts": self.broadcasts}),
        }

    def kept(self):
        """All of it, for the next run."""
        return {name: copy(value) for name, value in vars(self).items()}

    def restore(self, kept):
        for name in vars(self).keys() & kept.keys():
            setattr(self, name, kept[name])

    @property
    def is_too_long(self):
        return len(self.listed.keys() | self.told.keys()) > MOST_CONVERSATIONS

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

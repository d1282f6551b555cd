"""Turns what connections bring into one row of events without holes, doubles and changes of order."""

import asyncio

from .broadcasts import Broadcasts
from .changes import Changes
from .channels import Channels
from .errors import MartletError
from .fills import Fills
from .known import KnownConversations
from .positions import Positions
from .understood import check_conversation

PAGE = 100
# So many own messages are remembered as told.
MOST_OWN = 1000


class Sync:
    """It takes the verdicts of a resume in, fetches what they leave out, and holds live events of a stream back until that is
    done. `tell(name, data)` is given the events; `request` reads."""

    def __init__(self, user, request, tell, gap_limit):
        self.user, self.request, self.tell, self.gap_limit = user, request, tell, gap_limit
        self.positions = Positions()
        self._known = KnownConversations()
        self._fills = Fills(tell)
        self._broadcasts = Broadcasts(self.positions, self._fills, request, tell)
        self.channels = Channels(self.positions, self._fills, request, tell, gap_limit)
        self.changes = Changes(self.positions, self._fills, request, tell)
        self._own = {}
        self._is_list_due = True
        # The list is of an earlier run, and was not told.
        self._is_list_untold = False
        # While the list is read: the conversations of which events have said something.
        self._touched = None
        # The reading of the list that was begun last: one before it is void.
        self._reading = None
        # Fills a gap of the user's stream.
        self._user_fill = None
        # Live messages and changes that wait until that is filled and the list is read: only then it is known which conversations
        # have begun meanwhile, and which of those that the resume did not name have holes.
        self._held = None

    @property
    def conversations(self):
        """As they were told last."""
        return self._known.all

    @property
    def is_listed(self):
        """Whether all conversations are known, as the positions have them."""
        return not self._is_list_due

    def restore(self, conversations):
        """Goes on with the list of an earlier run."""
        self._known.all.update((one["conversationID"], one) for one in conversations)
        self._is_list_due, self._is_list_untold = False, True

    def named(self):
        return self.positions.named()

    def stop(self):
        """The session is over: what it still fetches is void."""
        self._fills.stop()
        self._known.end()
        self._user_fill = self._held = self._touched = self._reading = None

    def login(self, reply):
        is_new = self.positions.user is None or "resume" not in reply
        self.stop()
        self._broadcasts.login(reply)
        self.channels.login(reply)
        if is_new:
            self.positions.user, self.positions.groups = reply["stream"]["seq"], dict(reply["groups"])
            self._list()
            return
        resume = reply["resume"]
        self._resume_groups(resume["groups"], reply["groups"])
        self.changes.resume(resume.get("changes", {}))
        for conversation, verdict in resume["conversations"].items():
            self._resume_conversation(conversation, verdict)
        self._resume_user(resume["user"])
        # An older copy of the gateway's store has older last messages, of which nothing is told.
        is_older = any(verdict.get("why") == "beyond" for verdict in resume["conversations"].values())
        if resume["user"]["verdict"] == "gap" or self.positions.is_too_long or is_older:
            self._held = []
            self._list()
        elif self._is_list_due:
            self._list()
        elif self._is_list_untold:
            self._tell_list(list(self.conversations.values()))

    def event(self, message):
        """A live event."""
        name, data, stream = message["event"], message["data"], message.get("stream")
        if name == "message.new":
            unread, total = data.pop("unreadCount", None), data.pop("totalUnread", None)
            self._when_listed(lambda: self._fills.live(data["conversationID"], lambda: self._message(data)))
            self._imply(data, unread, total)
        elif name == "broadcast.new":
            self._broadcasts.live(data)
        elif name.startswith("channel."):
            self.channels.event(name, data)
        elif name in ("message.changed", "message.gone"):
            self._when_listed(lambda: self.changes.live(data))
        elif stream == "user":
            self._fills.live("user", lambda: self._streamed(stream, message["seq"], name, data))
        elif stream is not None:
            self._streamed(stream, message["seq"], name, data)
        else:
            self._take(name, data, is_early=self._held is not None)
            if name == "conversation.syncFinish" and not data["isComplete"]:
                self._list()

    def own(self, message):
        """An own message was stored. Perhaps it was sent again, and is gone by now."""
        if message.get("isExpired"):
            return

        def take():
            # Messages before it may have been missed. Where an unknown conversation begins, the user's stream or the list says.
            if self.positions.of(message["conversationID"]) is not None:
                self.positions.have(message["conversationID"], message["seq"])
            if not self._is_told(message):
                self.tell("message.sent", self.changes.current(message))

        # Such a message is in no hole, and what waits is forgotten with the session.
        if message["seq"] <= (self.positions.of(message["conversationID"]) or 0):
            take()
        else:
            self._when_listed(lambda: self._fills.live(message["conversationID"], take))
        self.stored(message)

    def stored(self, message):
        """An own message was stored: what it has done to the list."""
        self._imply(message, None, None)

    def _imply(self, message, unread, total):
        """Tells what a lean session is not told: what a message between two has done to the list and the total."""
        id = message["conversationID"]
        if id.startswith("c2c_") and (unread is not None or message["from"] == self.user):
            shown = self._known.after(message, unread, self.positions.changes.get(id))
            if shown:
                self._take("conversation.changed", {"conversations": [shown]}, is_early=self._held is not None)
        if total is not None:
            self._take("conversation.totalUnreadChanged", {"total": total})

    def _when_listed(self, take):
        if self._held is not None:
            self._held.append(take)
        else:
            take()

    # Verdicts

    def _resume_groups(self, verdicts, groups):
        for group, verdict in verdicts.items():
            if verdict["verdict"] == "recovered":
                for one in verdict.get("events", []):
                    self._streamed(f"group_{group}", one["seq"], one["event"], one["data"])
            else:
                is_gone = verdict["seq"] == 0 and group not in groups
                self._tell_reset(f"group_{group}", verdict.get("why"), is_gone, is_of_events=True)
            if group in groups:
                self.positions.groups[group] = verdict["seq"]
            else:
                self.positions.groups.pop(group, None)
        for group, seq in groups.items():
            # One that the resume had no room for.
            if group not in verdicts and self.positions.groups.get(group, seq) != seq:
                self._tell_reset(f"group_{group}")
                self.positions.groups[group] = seq
            self.positions.groups.setdefault(group, seq)

    def _resume_conversation(self, conversation, verdict):
        if verdict["verdict"] == "recovered":
            for message in verdict.get("messages", []):
                self._message(message)
            self.positions.have(conversation, verdict["seq"])
            if "unreadCount" in verdict:
                self._imply(verdict["messages"][-1], verdict["unreadCount"], None)
        elif verdict["verdict"] == "gap":
            self._fill_messages(conversation, verdict["from"], verdict["to"])
        else:
            self._reset(conversation, verdict["seq"], verdict.get("why"))

    def _resume_user(self, verdict):
        if verdict["verdict"] == "recovered":
            for one in verdict.get("events", []):
                self._streamed("user", one["seq"], one["event"], one["data"])
            self.positions.user = verdict["seq"]
        elif verdict["verdict"] == "gap":
            self._fill_user(verdict["to"])
        else:
            self._reset_user(verdict["seq"], verdict.get("why"))

    # What is told

    def _message(self, message):
        conversation, seq = message["conversationID"], message["seq"]
        if seq <= self.positions.told.get(conversation, 0):
            return
        self.positions.have(conversation, seq)
        if message["from"] != self.user or not self._is_told(message):
            self.tell("message.new", self.changes.current(message))

    def _is_told(self, message):
        """Whether an own message was told before: one may come by a resume and by its reply. The gateway's notifications of
        what the user has done have no name."""
        if not message["clientMsgId"]:
            return False
        if message["clientMsgId"] in self._own:
            return True
        self._own[message["clientMsgId"]] = None
        if len(self._own) > MOST_OWN:
            del self._own[next(iter(self._own))]
        return False

    def _streamed(self, stream, seq, name, data, is_missed=False):
        """`is_missed`: it was fetched, and is of some time ago."""
        group = stream.removeprefix("group_") if stream.startswith("group_") else None
        if seq <= ((self.positions.user if group is None else self.positions.groups.get(group)) or 0):
            return
        if group is None:
            self.positions.user = seq
        else:
            self.positions.groups[group] = seq
        self._take(name, data, is_missed)

    def _take(self, name, data, is_missed=False, is_early=False):
        """`is_early`: it comes with a message that waits, and where its conversation begins, the user's stream says."""
        if name in ("conversation.new", "conversation.changed"):
            for conversation in data["conversations"]:
                self._touch(conversation["conversationID"], conversation)
                self.conversations[conversation["conversationID"]] = conversation
                if not is_early and self.positions.of(conversation["conversationID"]) is None:
                    before = conversation["seq"]
                    if name == "conversation.new":
                        # The message with which it begins comes behind this; of one that was missed nothing was told.
                        before = 0 if is_missed else max(0, before - 1)
                    self.positions.listed[conversation["conversationID"]] = before
                    self.changes.compare(conversation["conversationID"], conversation.get("change", 0))
        elif name == "conversation.deleted":
            for id in data["conversationIDs"]:
                self._touch(id, None)
                self.conversations.pop(id, None)
                self.positions.forget(id)
        elif name == "message.deleted":
            self.changes.forget(data["msgIds"])
        elif name == "receipt.new":
            self._known.read(data["conversationID"], data["timestamp"])
        self.tell(name, data)

    def _touch(self, id, conversation):
        """What an event says while the list is read is newer than a page, or another event follows it."""
        if self._touched is not None:
            self._touched[id] = conversation

    def _reset(self, conversation, seq, why=None):
        self.positions.reset(conversation, seq)
        self._tell_reset(conversation, why)

    def _reset_user(self, seq, why=None):
        self.positions.user = seq
        self._tell_reset("user", why, is_of_events=True)
        self._list()

    def _tell_reset(self, stream, why=None, is_gone=False, is_of_events=False):
        """`why` is the gateway's: docs/protocol.md#streams. A group's events and its messages have one name."""
        reset = {"stream": stream, "isGone": is_gone}
        if why:
            reset |= {"why": why, **({"isOfEvents": True} if is_of_events else {})}
        self.tell("sync.reset", reset)

    # What is fetched

    def _fill_messages(self, conversation, first, last):
        if last - first >= self.gap_limit:
            self.positions.have(conversation, last)
            self.tell("sync.gap", {"conversationID": conversation, "from": first, "to": last})
            return
        self.positions.have(conversation, first - 1)

        async def fetch():
            cursor, is_finished = first - 1, False
            while not is_finished and cursor < last:
                page = await self.request("message.history", {
                    "conversationID": conversation, "direction": "newer", "cursor": cursor, "limit": PAGE})
                for message in page["messages"]:
                    if message["seq"] <= last:
                        self._message(message)
                cursor, is_finished = page["cursor"], page["isFinished"]
            self.positions.have(conversation, last)

        self._fills.fill(conversation, fetch, lambda: self._reset(conversation, last))

    def _fill_user(self, to):
        async def fetch():
            is_finished = False
            while not is_finished and self.positions.user < to:
                page = await self.request("stream.events", {"after": self.positions.user})
                for one in page["events"]:
                    self._streamed("user", one["seq"], one["event"], one["data"], is_missed=True)
                self.positions.user, is_finished = page["seq"], page["isFinished"]

        self._user_fill = self._fills.fill("user", fetch, lambda: self._reset_user(to))

    def _list(self):
        """Reads the list of conversations, and what it shows to be missing."""
        self._is_list_due = True
        self._reading = reading = object()
        self._known.begin()

        async def run():
            if self._user_fill:
                # Which conversations are new is in the user's stream. What that says of them is older than a page.
                await asyncio.wait([self._user_fill])
            if reading is not self._reading:
                return
            self._touched = touched = {}
            found, place, is_finished = {}, 0, False
            try:
                while not is_finished:
                    page = await self.request("conversation.list", {"nextSeq": place, "count": PAGE})
                    for conversation in page["conversations"]:
                        check_conversation(conversation)
                        found[conversation["conversationID"]] = conversation
                    place, is_finished = page["nextSeq"], page["isFinished"]
            except Exception as error:  # Also of an answer that is nothing of the protocol.
                failed = MartletError.from_any(error)
                if failed.name != "stopped" and reading is self._reading:
                    self._touched = None
                    self._known.end()
                    self.tell("sync.failed", {"stream": "list", "error": failed})
                    self._release()
                return
            if reading is not self._reading:
                return
            self._touched = None
            found.update(touched)
            conversations = self._known.replace(one for one in found.values() if one is not None)
            self._is_list_due = False
            self._tell_list(conversations)
            for conversation in conversations:
                self._compare(conversation)
            self._release()

        self._fills.do(run())

    def _tell_list(self, conversations):
        self._is_list_untold = False
        self.tell("sync.list", {"conversations": conversations})

    def _release(self):
        held, self._held = self._held, None
        for take in held or []:
            take()

    def _compare(self, conversation):
        id, seq = conversation["conversationID"], conversation["seq"]
        self.changes.compare(id, conversation.get("change", 0))
        position = self.positions.of(id)
        if position is None:
            self.positions.listed[id] = seq
        elif position < seq and id not in self._fills:
            self._fill_messages(id, position + 1, seq)

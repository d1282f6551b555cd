"""A gateway with conversations of alice."""

import asyncio
import copy
from types import SimpleNamespace

from rig import Device, StoreCase, conversation, message

BOB, EVE = "c2c_bob", "c2c_eve"


class World:
    """Answers as a gateway does: list, history, changes, and what a resume brings. It tells its connected clients of
    everything that happens."""

    def __init__(self):
        self.conversations = {}
        # The user's stream.
        self.events = []
        # A resume brings so many messages of a conversation, and from here on it knows the streams.
        self.most_recovered, self.user_known_from, self.changes_known_from = 10, 0, 0
        # Own messages that clients have sent.
        self.stored = []
        self.now = lambda: 1_795_000_000_000
        self._gateways, self._ids = set(), 0

    def serve(self, gateway):
        """Answers for a client."""
        self._gateways.add(gateway)
        gateway.login = lambda data: self._login(data.get("resume"), gateway)
        gateway.answers.update({
            "conversation.list": lambda _: {"conversations": self.listed(), "nextSeq": 0, "isFinished": True},
            "message.history": self._history, "message.send": self._take,
            "message.changes": lambda data: {
                "changes": self._changes(data["conversationID"], data["after"]),
                "change": self._of(data["conversationID"]).change, "isFinished": True},
            "stream.events": lambda data: {
                "events": self.events[data["after"]:], "seq": len(self.events), "isFinished": True},
        })  # fmt: skip

    def forsake(self, gateway):
        """The client is no more."""
        self._gateways.discard(gateway)

    def _of(self, id):
        return self.conversations.setdefault(id, SimpleNamespace(
            id=id, seq=0, change=0, messages=[], changes=[], is_pinned=False, unread=0, kept_from=0, is_listed=False))

    def _shown(self, own):
        last = {**own.messages[-1], "timestamp": 1} if own.messages else None
        more = {"change": own.change} if own.change else {}
        return conversation(own.id, own.seq, isPinned=own.is_pinned, unreadCount=own.unread, lastMessage=last, **more)

    def listed(self):
        """The list, as the gateway gives it."""
        return [self._shown(own) for own in self.conversations.values() if own.is_listed]

    @property
    def total(self):
        return sum(own.unread for own in self.conversations.values() if own.is_listed)

    def messages_of(self, id):
        return self.conversations[id].messages if id in self.conversations else []

    def _tell(self, name, data, **place):
        for gateway in self._gateways:
            if gateway.socket and gateway.is_answering:
                gateway.socket.event(name, data, **place)

    def _tell_user(self, name, data):
        self.events.append({"seq": len(self.events) + 1, "event": name, "data": copy.deepcopy(data)})
        self._tell(name, data, stream="user", seq=len(self.events))

    def write(self, id, **more):
        """Somebody writes, or alice on another device."""
        own = self._of(id)
        one = self._put(own, more)
        own.unread += one["from"] != "alice"
        self._begin(own)
        self._tell("message.new", {**one, "unreadCount": own.unread, "totalUnread": self.total})
        return one

    def _put(self, own, more):
        own.seq, self._ids = own.seq + 1, self._ids + 1
        named = {"msgId": f"m{self._ids}", "clientMsgId": f"c{self._ids}", "body": {"text": f"{own.id} {own.seq}"}}
        own.messages.append(message(own.id, own.seq, **{**named, **more}))
        return own.messages[-1]

    def _begin(self, own):
        if not own.is_listed:
            own.is_listed = True
            self._tell_user("conversation.new", {"conversations": [self._shown(own)]})

    def pass_over(self, id):
        """A place that nobody is given, as of a message that is in no history."""
        self._of(id).seq += 1

    def _take(self, data):
        own = self._of(data["conversationID"])
        known = next((one for one in self.stored if one["clientMsgId"] == data["clientMsgId"]), None)
        if known is None:
            said = {name: data[name] for name in ("clientMsgId", "type", "body")}
            known = self._put(own, {**said, "from": "alice"})
            self.stored.append(known)
            self._begin(own)
        return {name: known[name] for name in ("msgId", "conversationID", "seq", "time")}

    def change(self, id, message_id, **more):
        """A message is taken back, or something else of it changes."""
        own = self._of(id)
        place = [one["msgId"] for one in own.messages].index(message_id)
        own.change += 1
        own.messages[place] = changed = {**own.messages[place], **more, "change": own.change}
        self._log(own, {"change": own.change, "msgId": message_id, "seq": changed["seq"], "message": changed})

    def expire(self, id, message_id):
        """A message has expired, for all."""
        own = self._of(id)
        [gone] = [one for one in own.messages if one["msgId"] == message_id]
        own.messages.remove(gone)
        own.change += 1
        self._log(own, {"change": own.change, "msgId": message_id, "seq": gone["seq"]})

    def _log(self, own, change):
        own.changes = [*(one for one in own.changes if one["msgId"] != change["msgId"]), change]
        self._tell("message.changed" if "message" in change else "message.gone", {"conversationID": own.id, **change})

    def delete(self, id, *ids):
        """Alice deletes messages for herself, on another device."""
        own = self._of(id)
        own.messages = [one for one in own.messages if one["msgId"] not in ids]
        own.changes = [one for one in own.changes if one["msgId"] not in ids]
        self._tell_user("message.deleted", {"conversationID": id, "msgIds": list(ids)})
        if own.is_listed:
            self._tell_user("conversation.changed", {"conversations": [self._shown(own)]})

    def delete_conversation(self, id):
        own = self._of(id)
        vars(own).update(messages=[], changes=[], is_listed=False, is_pinned=False, unread=0, kept_from=own.seq)
        self._tell_user("conversation.deleted", {"conversationIDs": [id]})
        self._tell("conversation.totalUnreadChanged", {"total": self.total})

    def pin(self, id, is_pinned):
        own = self._of(id)
        own.is_pinned = is_pinned
        self._tell_user("conversation.changed", {"conversations": [self._shown(own)]})

    def _history(self, data):
        own, cursor = self._of(data["conversationID"]), data.get("cursor", 0)
        if data.get("direction") == "newer":
            rest = [one for one in own.messages if one["seq"] > cursor]
        else:
            rest = [one for one in own.messages if cursor == 0 or one["seq"] < cursor][::-1]
        page = rest[: data.get("limit", 20)]
        more = {"change": own.change} if own.change else {}
        return {"messages": page, "cursor": 0 if page == rest else page[-1]["seq"], "isFinished": page == rest, **more}

    def _changes(self, id, after):
        return [one for one in self._of(id).changes if one["change"] > after]

    def _login(self, resume, gateway):
        reply = {"serverTime": self.now(), "stream": {"seq": len(self.events)}, "groups": {}}
        asyncio.get_running_loop().call_soon(self._greet, resume, gateway)
        if resume is None:
            return reply
        events = [one for one in map(self._as_now, self.events[resume["user"] :]) if one]
        user = {"verdict": "recovered", "seq": len(self.events), "events": events}
        if resume["user"] < self.user_known_from:
            user = {"verdict": "reset", "seq": len(self.events), "from": 1}
        begun = [one["conversationID"] for event in events if event["event"] == "conversation.new"
                 for one in event["data"]["conversations"]]  # fmt: skip
        names = dict.fromkeys([*resume["conversations"], *begun])
        conversations = {id: self._verdict(id, resume["conversations"].get(id, 0)) for id in names}
        changes = {id: self._verdict_of_changes(id, place) for id, place in resume["changes"].items()}
        resumed = {"user": user, "groups": {}, "conversations": conversations, "changes": changes}
        return copy.deepcopy({**reply, "resume": resumed})

    def _greet(self, resume, gateway):
        """Behind the reply."""
        if gateway in self._gateways:
            is_complete = resume is None or resume["user"] >= self.user_known_from
            gateway.socket.event("conversation.totalUnreadChanged", {"total": self.total})
            if resume and is_complete and self.listed():
                gateway.socket.event("conversation.changed", {"conversations": self.listed()})
            gateway.socket.event("conversation.syncFinish", {"isComplete": is_complete})

    def _as_now(self, event):
        """An event shows a conversation as it is now."""
        if "conversations" not in event["data"]:
            return event
        owns = [self._of(one["conversationID"]) for one in event["data"]["conversations"]]
        conversations = [self._shown(own) for own in owns if own.is_listed]
        return {**event, "data": {"conversations": conversations}} if conversations else None

    def _verdict(self, id, place):
        own = self._of(id)
        if place > own.seq or 0 < place < own.kept_from:
            return {"verdict": "reset", "seq": own.seq, "from": own.kept_from + 1}
        missed = [one for one in own.messages if one["seq"] > place]
        if len(missed) > self.most_recovered:
            return {"verdict": "gap", "seq": own.seq, "from": place + 1, "to": own.seq}
        return {"verdict": "recovered", "seq": own.seq, "messages": missed}

    def _verdict_of_changes(self, id, place):
        own = self._of(id)
        if place < min(self.changes_known_from, own.change):
            return {"verdict": "reset", "seq": own.change, "from": 1}
        return {"verdict": "recovered", "seq": own.change, "changes": self._changes(id, place)}


def up_to(count, first=1):
    return list(range(first, count + 1))


class DeviceCase(StoreCase):
    async def with_messages(self, count, **options):
        """A device on which bob's messages were read."""
        self.world = World()
        for _ in range(count):
            self.world.write(BOB)
        self.device = Device(self.loop, self.world, **options)
        await self.device.open()
        await self.device.store.open(BOB)
        return self.world, self.device

    def assert_list(self, *expected):
        listed = [(one["conversationID"], one["unreadCount"]) for one in self.device.store.conversations()]
        self.assertEqual(listed, list(expected))

# Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.
# mypy: disable-error-code="no-any-return"
"""The operations of users, as functions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, List, Literal

from .families import Asking, Family

if TYPE_CHECKING:
    from .protocol import (
        BlacklistAddResult,
        BlacklistCheckResult,
        BlacklistDeleteResult,
        BlacklistListResult,
        BroadcastListResult,
        CallAcceptResult,
        CallCancelResult,
        CallInviteResult,
        CallLeaveResult,
        CallRejectResult,
        ChannelHistoryResult,
        ChannelInfoResult,
        ChannelListResult,
        ChannelPublishResult,
        ChannelSubscribeResult,
        ConversationGetC2CReceiveOptResult,
        ConversationGetGroupReceiveOptResult,
        ConversationGetResult,
        ConversationListResult,
        ConversationMarkAllReadResult,
        ConversationMarkReadResult,
        ConversationSetC2CReceiveOptResult,
        ConversationSetDraftResult,
        ConversationTotalUnreadResult,
        ConversationWatchResult,
        FriendAddResult,
        FriendCheckResult,
        FriendDeleteResult,
        FriendGetResult,
        FriendGroupAddFriendsResult,
        FriendGroupCreateResult,
        FriendGroupListResult,
        FriendGroupRemoveFriendsResult,
        FriendListResult,
        FriendRespondResult,
        GroupAddFileResult,
        GroupBansResult,
        GroupCountResult,
        GroupCreateResult,
        GroupFilesResult,
        GroupGetAnnouncementResult,
        GroupGetAttributesResult,
        GroupGetFileResult,
        GroupGetManyResult,
        GroupGetNotifyStateResult,
        GroupGetResult,
        GroupInvitationsResult,
        GroupInviteResult,
        GroupJoinRequestsResult,
        GroupJoinResult,
        GroupJoinedCountResult,
        GroupJoinedResult,
        GroupMembersResult,
        GroupMuteListResult,
        GroupPublicResult,
        GroupPutFileData,
        GroupPutFileResult,
        GroupReceiptCountsResult,
        GroupReceiptDetailResult,
        GroupSearchResult,
        GroupSetValuesCounter,
        GroupSetValuesResult,
        GroupSetValuesValue,
        GroupValuesResult,
        GroupWhiteListResult,
        MediaCompleteResult,
        MediaListResult,
        MediaPrepareResult,
        MediaUrlResult,
        MessageChangesResult,
        MessageDeleteResult,
        MessageEditResult,
        MessageForwardResult,
        MessageGetResult,
        MessageHistoryResult,
        MessageMergedResult,
        MessagePinResult,
        MessagePinsResult,
        MessageReactResult,
        MessageReactionsResult,
        MessageRecallResult,
        MessageRepliesResult,
        MessageSearchResult,
        MessageSendApnsMemberOption,
        MessageSendApnsPayload,
        MessageSendReplyTo,
        MessageSendResult,
        MessageStarsResult,
        MessageUnpinResult,
        PendencyListResult,
        PendencyReportResult,
        ProfileGetResult,
        ProfileGetSelfResult,
        ProfileSearchResult,
        PushDevicesResult,
        PushExplainResult,
        PushGetGlobalDndResult,
        PushUnregisterResult,
        PushWebPushKeyResult,
        ReportCreateResult,
        RoomEnterResult,
        RoomOfferResult,
        RoomParticipantsResult,
        RoomPollResult,
        RoomQueueResult,
        RoomSendResult,
        RoomSetValuesResult,
        RoomSetValuesValue,
        RoomValuesResult,
        SessionCloseResult,
        SessionListResult,
        SessionRefreshResult,
        StreamEventsResult,
        SubscriptionListResult,
        SubscriptionQueryResult,
        SubscriptionSubscribeResult,
        SubscriptionUnsubscribeResult,
        UserProfileGetMineResult,
        UserProfileGetResult,
        UserProfileGetVisibilityResult,
        UserProfileSearchResult,
    )


class SessionCalls(Family):
    async def refresh(
            self, *, token: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SessionRefreshResult:
        """Gives the session a new token of the same user. The session then ends with the new token.

        `token`: A JWT of the same user.
        """
        return await self._ask("session.refresh", {"token": token}, timeout, trace)

    async def list(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> SessionListResult:
        """Lists the user's sessions, oldest first."""
        return await self._ask("session.list", {}, timeout, trace)

    async def close(
            self, *, session: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SessionCloseResult:
        """Ends one of the user's sessions: this one, or another device's.

        `session`: The session to end, from `session.list`. Left out: the caller's session.
        """
        return await self._ask("session.close", {"session": session}, timeout, trace)


class MessageCalls(Family):
    async def send(
            self, *, conversationID: str, clientMsgId: str, type: Literal[0, 1, 2, 3, 4, 6, 10, 20, 100],
            body: dict[str, Any], apnsContent: str | None = None,
            apnsMemberOption: MessageSendApnsMemberOption | None = None,
            apnsPayload: MessageSendApnsPayload | None = None, atUserList: List[str] | None = None,
            replyTo: MessageSendReplyTo | None = None, expireSeconds: int | None = None, history: bool | None = None,
            roaming: bool | None = None, sync: bool | None = None, persist: bool | None = None,
            shouldBeCounted: bool | None = None, apnsEnabled: bool | None = None, apnsWithPrefix: bool | None = None,
            route: bool | None = None, teamReceipt: bool | None = None, exclusiveReactions: bool | None = None,
            media: List[str] | None = None, visibleTo: List[str] | None = None, draftVersion: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MessageSendResult:
        """Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `clientMsgId`: The sender's own id for the message, such as a UUID. No other message of the sender has it.
        `type`: text, image, audio, video, location, file, tip, elements, custom.
        `body`: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
            type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
        `apnsContent`: The text of the message's push, up to 500 characters.
        `apnsMemberOption`: Sets the pushes to some receivers: whether they are forced, default false; the
            receivers, up to 100, default all; and the text. See [pushes.md](pushes.md).
        `apnsPayload`: How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean,
            default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces.
            `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md).
        `atUserList`: In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all.
        `replyTo`: The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and
            sender, too.
        `expireSeconds`: So many seconds after it was sent, up to a year, the message is gone for everybody.
        `history`: `message.history` returns the message.
        `roaming`: Devices that log in later get the message.
        `sync`: The sender's other devices get the message.
        `persist`: The message is kept for receivers who are offline.
        `shouldBeCounted`: The message raises the receivers' unread counts.
        `apnsEnabled`: The message may be pushed.
        `apnsWithPrefix`: The push begins with the sender's name.
        `route`: Accepted, but has no effect.
        `teamReceipt`: Asks the members of a group for receipts.
        `exclusiveReactions`: A user's next reaction takes the place of its last, as in a poll with one vote each.
        `media`: The uploads to which it refers: own ones, and those that the sender can read (docs/media.md).
        `visibleTo`: In a group: the members for whom alone the message is, beside its sender. It counts nowhere,
            and is no conversation's `lastMessage`; not with `atUserList` or `teamReceipt`.
        `draftVersion`: The `version` of the sender's draft of which it was made: sending ends that draft, and no
            later one.
        """
        return await self._ask("message.send", {
            "conversationID": conversationID, "clientMsgId": clientMsgId, "type": type, "body": body,
            "apnsContent": apnsContent, "apnsMemberOption": apnsMemberOption, "apnsPayload": apnsPayload,
            "atUserList": atUserList, "replyTo": replyTo, "expireSeconds": expireSeconds, "history": history,
            "roaming": roaming, "sync": sync, "persist": persist, "shouldBeCounted": shouldBeCounted,
            "apnsEnabled": apnsEnabled, "apnsWithPrefix": apnsWithPrefix, "route": route, "teamReceipt": teamReceipt,
            "exclusiveReactions": exclusiveReactions, "media": media, "visibleTo": visibleTo,
            "draftVersion": draftVersion,
        }, timeout, trace)

    async def history(
            self, *, conversationID: str, direction: Literal["older", "newer"] | None = None, cursor: int | None = None,
            limit: int | None = None, around: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageHistoryResult:
        """Reads a conversation's messages, a page at a time.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `direction`: From the newest message back, or from the oldest forward.
        `cursor`: Lists messages older or newer than this seq. 0: begins with the newest or the oldest.
        `limit`: At most this many messages.
        `around`: Instead of `cursor`: a message's id. The page has this message in its middle.
        """
        return await self._ask("message.history", {
            "conversationID": conversationID, "direction": direction, "cursor": cursor, "limit": limit,
            "around": around,
        }, timeout, trace)

    async def search(
            self, *, query: str, conversationID: str | None = None, from_: str | None = None,
            types: List[Literal[0, 1, 2, 3, 4, 6, 10, 20, 100]] | None = None, since: int | None = None,
            until: int | None = None, cursor: str | None = None, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageSearchResult:
        """Searches the messages that the caller's histories have, in one conversation or in all, newest first.

        `query`: Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and emoji are
            found anywhere.
        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `from_`: Only messages of this user.
        `types`: Only messages of these types.
        `since`: Only messages of this `time` or later, in milliseconds since 1970.
        `until`: Only messages of this `time` or earlier, in milliseconds since 1970.
        `cursor`: Where the page before ended.
        `limit`: At most this many hits.
        """
        return await self._ask("message.search", {
            "query": query, "conversationID": conversationID, "from": from_, "types": types, "since": since,
            "until": until, "cursor": cursor, "limit": limit,
        }, timeout, trace)

    async def recall(
            self, *, conversationID: str, msgId: str, reason: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageRecallResult:
        """Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender
        can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages, at
        any time. A recalled message stays as it is.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        `reason`: Why, for all to read.
        """
        return await self._ask("message.recall", {
            "conversationID": conversationID, "msgId": msgId, "reason": reason,
        }, timeout, trace)

    async def edit(
            self, *, conversationID: str, msgId: str, body: dict[str, Any], apnsContent: str | None = None,
            atUserList: List[str] | None = None, media: List[str] | None = None, version: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MessageEditResult:
        """Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the
        message now. No count changes.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        `body`: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
            type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
        `apnsContent`: The text of the message's push, up to 500 characters.
        `atUserList`: In a group: the members that the message mentions from now on. Left out: those whom it has
            mentioned.
        `media`: The uploads to which it refers from now on. Left out: those to which it has referred, or of a
            message of elements those of the elements.
        `version`: How often the message was edited, as far as the client knows; else gw 1006.
        """
        return await self._ask("message.edit", {
            "conversationID": conversationID, "msgId": msgId, "body": body, "apnsContent": apnsContent,
            "atUserList": atUserList, "media": media, "version": version,
        }, timeout, trace)

    async def react(
            self, *, conversationID: str, msgId: str, reaction: str, remove: bool | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MessageReactResult:
        """Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a
        message now can remove reactions alone.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        `reaction`: Without control characters, such as an emoji.
        `remove`: True: removes the reaction.
        """
        return await self._ask("message.react", {
            "conversationID": conversationID, "msgId": msgId, "reaction": reaction, "remove": remove,
        }, timeout, trace)

    async def reactions(
            self, *, msgId: str, reaction: str | None = None, cursor: str | None = None, limit: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MessageReactionsResult:
        """Lists who has reacted to a message, page by page.

        `msgId`: The message.
        `reaction`: Lists this reaction alone.
        `cursor`: Where the page before ended.
        `limit`: At most this many.
        """
        return await self._ask("message.reactions", {
            "msgId": msgId, "reaction": reaction, "cursor": cursor, "limit": limit,
        }, timeout, trace)

    async def delete(
            self, *, conversationID: str, msgIds: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageDeleteResult:
        """Deletes messages out of the user's own history, on all its devices. The others keep theirs. Those that the
        user does not have are passed over.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgIds`: The messages, of this conversation.
        """
        return await self._ask("message.delete", {"conversationID": conversationID, "msgIds": msgIds}, timeout, trace)

    async def replies(
            self, *, msgId: str, direction: Literal["older", "newer"] | None = None, cursor: str | None = None,
            limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageRepliesResult:
        """Lists the replies to a message that the history gives to the caller, page by page.

        `msgId`: The message.
        `direction`: From the newest message back, or from the oldest forward.
        `cursor`: Where the page before ended.
        `limit`: At most this many messages.
        """
        return await self._ask("message.replies", {
            "msgId": msgId, "direction": direction, "cursor": cursor, "limit": limit,
        }, timeout, trace)

    async def pin(
            self, *, conversationID: str, msgId: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessagePinResult:
        """Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that is
        pinned already stays so.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        """
        return await self._ask("message.pin", {"conversationID": conversationID, "msgId": msgId}, timeout, trace)

    async def unpin(
            self, *, conversationID: str, msgId: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageUnpinResult:
        """Pins a message no longer. In a group the owner and admins can.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        """
        return await self._ask("message.unpin", {"conversationID": conversationID, "msgId": msgId}, timeout, trace)

    async def pins(
            self, *, conversationID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessagePinsResult:
        """Lists the pinned messages of a conversation, as far as the history gives them to the caller.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        """
        return await self._ask("message.pins", {"conversationID": conversationID}, timeout, trace)

    async def signal(
            self, *, conversationID: str, name: str, data: dict[str, Any] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Signals something to those who are connected and have the conversation, such as that the user types. It is
        not stored. What comes within a second after a signal of the same name is told at its end: the newest alone.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `name`: What it is, such as `typing`.
        `data`: A JSON object of up to 1024 bytes.
        """
        return await self._ask("message.signal", {
            "conversationID": conversationID, "name": name, "data": data,
        }, timeout, trace)

    async def star(
            self, *, conversationID: str, msgId: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes,
        until it is recalled or expires.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `msgId`: The message.
        """
        return await self._ask("message.star", {"conversationID": conversationID, "msgId": msgId}, timeout, trace)

    async def unstar(
            self, *, msgId: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Takes the caller's star away, if there is one.

        `msgId`: The message.
        """
        return await self._ask("message.unstar", {"msgId": msgId}, timeout, trace)

    async def stars(
            self, *, cursor: str | None = None, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageStarsResult:
        """Lists the caller's starred messages, the one that was starred last first.

        `cursor`: The value from the last page. Left out: from the newest star on.
        `limit`: At most this many messages.
        """
        return await self._ask("message.stars", {"cursor": cursor, "limit": limit}, timeout, trace)

    async def get(
            self, *, msgIds: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageGetResult:
        """Reads messages by their ids, as far as the history gives them to the caller.

        `msgIds`: The messages, of any conversations.
        """
        return await self._ask("message.get", {"msgIds": msgIds}, timeout, trace)

    async def changes(
            self, *, conversationID: str, after: int | None = None, limit: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MessageChangesResult:
        """Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw
        1005 the place is no longer known: drop stored messages that the history does not confirm.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `after`: The place of the last change that the client has.
        `limit`: At most this many changes.
        """
        return await self._ask("message.changes", {
            "conversationID": conversationID, "after": after, "limit": limit,
        }, timeout, trace)

    async def forward(
            self, *, conversationID: str, clientMsgId: str, msgIds: List[str], title: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageForwardResult:
        """Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later recall
        or edit of a message leaves the copy; the erasure of its author takes it.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `clientMsgId`: The sender's own id for the message, such as a UUID. No other message of the sender has it.
        `msgIds`: Up to 100 messages of one conversation that the caller can read. They are copied in the order in
            which they were sent.
        `title`: What the message is called, such as `Chat of Ann and Bob`.
        """
        return await self._ask("message.forward", {
            "conversationID": conversationID, "clientMsgId": clientMsgId, "msgIds": msgIds, "title": title,
        }, timeout, trace)

    async def merged(
            self, *, msgId: str, cursor: int | None = None, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MessageMergedResult:
        """Reads what a message of type 21 holds, a page at a time.

        `msgId`: The message.
        `cursor`: The value from the last page. 0: from the oldest one on.
        `limit`: At most this many.
        """
        return await self._ask("message.merged", {"msgId": msgId, "cursor": cursor, "limit": limit}, timeout, trace)

    async def stop(
            self, *, conversationID: str, streamID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Stops a message that is being streamed: between two the other user can, in a group the author of the message
        that it replies to, the owner and admins.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `streamID`: The id of the message while it is streamed.
        """
        return await self._ask("message.stop", {"conversationID": conversationID, "streamID": streamID}, timeout, trace)


class ReceiptCalls(Family):
    async def send(
            self, *, conversationID: str, timestamp: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Tells the other user that the caller has read everything up to a time. An older time does nothing.

        `conversationID`: `c2c_` and the other user's id.
        `timestamp`: The `time` of the newest message read, in milliseconds. A time in the future counts as now.
        """
        return await self._ask("receipt.send", {
            "conversationID": conversationID, "timestamp": timestamp,
        }, timeout, trace)


class GroupReceiptCalls(Family):
    async def send(
            self, *, groupID: str, msgIds: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Tells the senders that the caller has read messages that ask for receipts.

        `groupID`: The group.
        `msgIds`: Messages of the group.
        """
        return await self._ask("groupReceipt.send", {"groupID": groupID, "msgIds": msgIds}, timeout, trace)

    async def counts(
            self, *, groupID: str, msgIds: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupReceiptCountsResult:
        """Counts the members who have read messages of the caller, and those who have not.

        `groupID`: The group.
        `msgIds`: Messages of the group.
        """
        return await self._ask("groupReceipt.counts", {"groupID": groupID, "msgIds": msgIds}, timeout, trace)

    async def detail(
            self, *, groupID: str, msgId: str, unread: bool | None = None, cursor: str | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupReceiptDetailResult:
        """Lists the members who have read a message of the caller, and those who have not. In a group with `receipts`
        `positions` it lists one of both, in pages of 100.

        `groupID`: The group.
        `msgId`: A message of the caller.
        `unread`: In a group with `receipts` `positions`: lists those who have not read it, and not its readers.
        `cursor`: The value from the last page. Left out: from the start.
        """
        return await self._ask("groupReceipt.detail", {
            "groupID": groupID, "msgId": msgId, "unread": unread, "cursor": cursor,
        }, timeout, trace)


class ConversationCalls(Family):
    async def watch(
            self, *, conversationIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationWatchResult:
        """The session looks at up to 3 conversations from now on, and no longer at others: it hears `message.appended`
        there. The reply has the texts so far.

        `conversationIDs`: The conversations; none: it looks at none any more.
        """
        return await self._ask("conversation.watch", {"conversationIDs": conversationIDs}, timeout, trace)

    async def list(
            self, *, nextSeq: int | None = None, count: int | None = None, tag: str | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> ConversationListResult:
        """Lists the conversations, pinned ones first, then newest to oldest.

        `nextSeq`: The value from the last page; 0: from the start.
        `count`: At most this many conversations.
        `tag`: Only those that have this tag of the user's.
        """
        return await self._ask("conversation.list", {"nextSeq": nextSeq, "count": count, "tag": tag}, timeout, trace)

    async def get(
            self, *, conversationID: str | None = None, conversationIDs: List[str] | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> ConversationGetResult:
        """Reads one or several conversations of the list.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `conversationIDs`: Several conversations, instead of `conversationID`.
        """
        return await self._ask("conversation.get", {
            "conversationID": conversationID, "conversationIDs": conversationIDs,
        }, timeout, trace)

    async def totalUnread(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> ConversationTotalUnreadResult:
        """Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3."""
        return await self._ask("conversation.totalUnread", {}, timeout, trace)

    async def markRead(
            self, *, conversationID: str, seq: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationMarkReadResult:
        """Marks messages as read; the other user gets a receipt.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `seq`: The last message to mark; left out: all messages.
        """
        return await self._ask("conversation.markRead", {"conversationID": conversationID, "seq": seq}, timeout, trace)

    async def markAllRead(
            self, *, type: Literal[1, 2] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationMarkAllReadResult:
        """Marks all conversations of the list as read, each as `conversation.markRead` does.

        `type`: 1: conversations with users; 2: conversations of groups; left out: all.
        """
        return await self._ask("conversation.markAllRead", {"type": type}, timeout, trace)

    async def markUnread(
            self, *, conversationID: str, marked: bool, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `marked`: True: sets the mark; false: removes it.
        """
        return await self._ask("conversation.markUnread", {
            "conversationID": conversationID, "marked": marked,
        }, timeout, trace)

    async def pin(
            self, *, conversationID: str, pinned: bool, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Pins a conversation to the top of the list, or unpins it.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `pinned`: True: pins it; false: unpins it.
        """
        return await self._ask("conversation.pin", {"conversationID": conversationID, "pinned": pinned}, timeout, trace)

    async def delete(
            self, *, conversationID: str | None = None, conversationIDs: List[str] | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Removes conversations from the list, with this user's history. The other user's history stays.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `conversationIDs`: Several conversations, instead of `conversationID`.
        """
        return await self._ask("conversation.delete", {
            "conversationID": conversationID, "conversationIDs": conversationIDs,
        }, timeout, trace)

    async def setTags(
            self, *, conversationID: str, tags: List[str] | None = None, ext: str | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What is
        left out stays as it is.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `tags`: All tags of it; a user has up to 20 in all.
        `ext`: Data of the application.
        """
        return await self._ask("conversation.setTags", {
            "conversationID": conversationID, "tags": tags, "ext": ext,
        }, timeout, trace)

    async def setDraft(
            self, *, conversationID: str, text: str, version: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationSetDraftResult:
        """Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last
        one, it is refused (gw 1006): the list has the other draft, and the user chooses.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `text`: The draft; empty: it ends.
        `version`: The version of the draft that this one follows on; 0: there was none.
        """
        return await self._ask("conversation.setDraft", {
            "conversationID": conversationID, "text": text, "version": version,
        }, timeout, trace)

    async def setC2CReceiveOpt(
            self, *, userIDs: List[str], opt: Literal[0, 1, 2], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationSetC2CReceiveOptResult:
        """Sets how messages of these users are received.

        `userIDs`: The users.
        `opt`: 0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive without a
            push.
        """
        return await self._ask("conversation.setC2CReceiveOpt", {"userIDs": userIDs, "opt": opt}, timeout, trace)

    async def getC2CReceiveOpt(
            self, *, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationGetC2CReceiveOptResult:
        """Tells how messages of these users are received.

        `userIDs`: The users.
        """
        return await self._ask("conversation.getC2CReceiveOpt", {"userIDs": userIDs}, timeout, trace)

    async def setGroupReceiveOpt(
            self, *, groupID: str, opt: Literal[0, 1, 2, 3, 4], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets how messages of a group are received.

        `groupID`: A group that the caller is in.
        `opt`: 0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it does.
        """
        return await self._ask("conversation.setGroupReceiveOpt", {"groupID": groupID, "opt": opt}, timeout, trace)

    async def getGroupReceiveOpt(
            self, *, groupID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ConversationGetGroupReceiveOptResult:
        """Tells how messages of a group are received.

        `groupID`: A group that the caller is in.
        """
        return await self._ask("conversation.getGroupReceiveOpt", {"groupID": groupID}, timeout, trace)


class StreamCalls(Family):
    async def ack(
            self, *, user: int | None = None, conversations: dict[str, int] | None = None,
            groups: dict[str, int] | None = None, changes: dict[str, int] | None = None,
            channels: dict[str, int] | None = None, broadcasts: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back.

        `user`: The last seq of the user's stream.
        `conversations`: The last seq of each conversation, by its id; up to 100.
        `groups`: The last seq of each group's stream, by the group's id; up to 1000.
        `changes`: The place of the last change of a message in each conversation, by its id; up to 100.
        `channels`: The last seq of each channel, by its id; up to 1000.
        `broadcasts`: The seq of the last broadcast.
        """
        return await self._ask("stream.ack", {
            "user": user, "conversations": conversations, "groups": groups, "changes": changes, "channels": channels,
            "broadcasts": broadcasts,
        }, timeout, trace)

    async def events(
            self, *, after: int, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> StreamEventsResult:
        """Reads the user's stream after a position, to fill a gap that `session.open` left.

        `after`: The last seq that the client has.
        `limit`: At most this many events.
        """
        return await self._ask("stream.events", {"after": after, "limit": limit}, timeout, trace)


class ProfileCalls(Family):
    async def getSelf(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> ProfileGetSelfResult:
        """Reads the caller's profile."""
        return await self._ask("profile.getSelf", {}, timeout, trace)

    async def get(
            self, *, userIDs: List[str], have: dict[str, int] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ProfileGetResult:
        """Reads the profiles of any users.

        `userIDs`: The users.
        `have`: The versions of the profiles that the caller has, by user, of up to 100: those that are unchanged
            are left out.
        """
        return await self._ask("profile.get", {"userIDs": userIDs, "have": have}, timeout, trace)

    async def modifySelf(
            self, *, values: dict[str, Any], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes fields of the caller's profile: all of them or none.

        `values`: At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to
            `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level` and
            `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a configured
            name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a string or `{"b":
            base64}`.
        """
        return await self._ask("profile.modifySelf", {"values": values}, timeout, trace)

    async def setFindable(
            self, *, findable: bool, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets whether others find the caller by `profile.search`.

        `findable`: Whether others find the caller by its nickname. At first they do not.
        """
        return await self._ask("profile.setFindable", {"findable": findable}, timeout, trace)

    async def search(
            self, *, query: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ProfileSearchResult:
        """Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller.

        `query`: Up to 10 words: each begins a word of the nickname; Chinese, Japanese, Korean, Thai and emoji are
            found anywhere.
        """
        return await self._ask("profile.search", {"query": query}, timeout, trace)


class GroupCalls(Family):
    async def search(
            self, *, query: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupSearchResult:
        """Finds up to 20 public groups by their names.

        `query`: Up to 10 words: each begins a word of the name; Chinese, Japanese, Korean, Thai and emoji are found
            anywhere.
        """
        return await self._ask("group.search", {"query": query}, timeout, trace)

    async def create(
            self, *, name: str, description: str | None = None, avatar: str | None = None, ext: str | None = None,
            style: Literal[0, 1, 2, 3] | None = None, maxUsers: int | None = None,
            isInviteNeedConfirm: bool | None = None, invitees: List[str] | None = None, message: str | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupCreateResult:
        """Creates a group; the caller is its owner.

        `name`: The group's name.
        `description`: The group's description.
        `avatar`: The avatar's URL.
        `ext`: Data of the application.
        `style`: 0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining
            needs approval; 3: public, anybody joins.
        `maxUsers`: The most members, the owner included: up to `groups.usersPerGroup`, or
            `groups.usersPerSuperTeam` in a super team.
        `isInviteNeedConfirm`: Whether invited users are asked.
        `invitees`: The users to invite at once.
        `message`: For the invited users.
        """
        return await self._ask("group.create", {
            "name": name, "description": description, "avatar": avatar, "ext": ext, "style": style,
            "maxUsers": maxUsers, "isInviteNeedConfirm": isInviteNeedConfirm, "invitees": invitees, "message": message,
        }, timeout, trace)

    async def destroy(
            self, *, groupID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Destroys a group. Only for its owner.

        `groupID`: The group.
        """
        return await self._ask("group.destroy", {"groupID": groupID}, timeout, trace)

    async def get(
            self, *, groupID: str, fetchMembers: bool | None = None, needNickname: bool | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupGetResult:
        """Reads a group. Everybody may read a public group, only members a private one.

        `groupID`: The group.
        `fetchMembers`: Also returns up to 200 members: owner, admins, then the newest members first.
        `needNickname`: Also returns the members' nicknames in the group.
        """
        return await self._ask("group.get", {
            "groupID": groupID, "fetchMembers": fetchMembers, "needNickname": needNickname,
        }, timeout, trace)

    async def getMany(
            self, *, groupIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupGetManyResult:
        """Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`.

        `groupIDs`: The groups.
        """
        return await self._ask("group.getMany", {"groupIDs": groupIDs}, timeout, trace)

    async def members(
            self, *, groupID: str, cursor: str | None = None, pageSize: int | None = None,
            needNickname: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupMembersResult:
        """Lists ordinary members, the newest first.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        `needNickname`: Also returns the members' nicknames in the group.
        """
        return await self._ask("group.members", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize, "needNickname": needNickname,
        }, timeout, trace)

    async def joined(
            self, *, page: int | None = None, pageSize: int | None = None, needMemberCount: bool | None = None,
            needRole: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupJoinedResult:
        """Lists the caller's groups, last joined first.

        `page`: The page's number, from 0.
        `pageSize`: At most this many entries.
        `needMemberCount`: Also returns the number of members.
        `needRole`: Also returns the caller's role.
        """
        return await self._ask("group.joined", {
            "page": page, "pageSize": pageSize, "needMemberCount": needMemberCount, "needRole": needRole,
        }, timeout, trace)

    async def joinedCount(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupJoinedCountResult:
        """Counts the caller's groups."""
        return await self._ask("group.joinedCount", {}, timeout, trace)

    async def public(
            self, *, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupPublicResult:
        """Lists public groups, newest first.

        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.public", {"cursor": cursor, "pageSize": pageSize}, timeout, trace)

    async def invite(
            self, *, groupID: str, userIDs: List[str], message: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupInviteResult:
        """Invites users. Users who are members already are skipped.

        `groupID`: The group.
        `userIDs`: The users to invite.
        `message`: For the invited users.
        """
        return await self._ask("group.invite", {
            "groupID": groupID, "userIDs": userIDs, "message": message,
        }, timeout, trace)

    async def acceptInvitation(
            self, *, groupID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Accepts an invitation.

        `groupID`: The group.
        """
        return await self._ask("group.acceptInvitation", {"groupID": groupID}, timeout, trace)

    async def declineInvitation(
            self, *, groupID: str, reason: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Declines an invitation.

        `groupID`: The group.
        `reason`: The reason.
        """
        return await self._ask("group.declineInvitation", {"groupID": groupID, "reason": reason}, timeout, trace)

    async def join(
            self, *, groupID: str, reason: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupJoinResult:
        """Joins an open group, or asks to join.

        `groupID`: The group.
        `reason`: The reason.
        """
        return await self._ask("group.join", {"groupID": groupID, "reason": reason}, timeout, trace)

    async def approve(
            self, *, groupID: str, userID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Accepts a user who has asked to join.

        `groupID`: The group.
        `userID`: The user.
        """
        return await self._ask("group.approve", {"groupID": groupID, "userID": userID}, timeout, trace)

    async def decline(
            self, *, groupID: str, userID: str, reason: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Refuses a user who has asked to join.

        `groupID`: The group.
        `userID`: The user.
        `reason`: The reason.
        """
        return await self._ask("group.decline", {
            "groupID": groupID, "userID": userID, "reason": reason,
        }, timeout, trace)

    async def leave(
            self, *, groupID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Leaves a group.

        `groupID`: The group.
        """
        return await self._ask("group.leave", {"groupID": groupID}, timeout, trace)

    async def remove(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Removes members: all of them or none.

        `groupID`: The group.
        `userIDs`: The users.
        """
        return await self._ask("group.remove", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def setAutoAccept(
            self, *, accepts: bool, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets whether invitations are accepted automatically. At first they are.

        `accepts`: Whether the caller joins groups automatically when invited.
        """
        return await self._ask("group.setAutoAccept", {"accepts": accepts}, timeout, trace)

    async def transfer(
            self, *, groupID: str, newOwner: str, leave: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Makes another member the owner; the caller becomes an ordinary member, or leaves.

        `groupID`: The group.
        `newOwner`: The member who becomes the owner.
        `leave`: Whether the former owner leaves the group then.
        """
        return await self._ask("group.transfer", {
            "groupID": groupID, "newOwner": newOwner, "leave": leave,
        }, timeout, trace)

    async def modify(
            self, *, groupID: str, name: str | None = None, description: str | None = None, avatar: str | None = None,
            ext: str | None = None, maxUsers: int | None = None, isInviteNeedConfirm: bool | None = None,
            joinMode: int | None = None, inviteMode: int | None = None, beInviteMode: int | None = None,
            updateInfoMode: int | None = None, historyForNew: int | None = None,
            receipts: Literal["messages", "positions"] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes the given fields of a group. Only the owner can change modes.

        `groupID`: The group.
        `name`: The group's name.
        `description`: The group's description.
        `avatar`: The avatar's URL.
        `ext`: Data of the application.
        `maxUsers`: The most members, the owner included: up to `groups.usersPerGroup`, or
            `groups.usersPerSuperTeam` in a super team.
        `isInviteNeedConfirm`: Whether invited users are asked.
        `joinMode`: 0: anybody can join; 1: joining needs approval; 2: nobody can join.
        `inviteMode`: 0: owner and admins invite; 1: every member can.
        `beInviteMode`: 0: invited users are asked; 1: they are not.
        `updateInfoMode`: 0: owner and admins change the info; 1: every member can.
        `historyForNew`: For so many days back new members see what was said before they came. 0: nothing; -1:
            everything that is kept.
        `receipts`: What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each, with up
            to 100 members; `positions`: how far each member has read, with any number of them.
        """
        return await self._ask("group.modify", {
            "groupID": groupID, "name": name, "description": description, "avatar": avatar, "ext": ext,
            "maxUsers": maxUsers, "isInviteNeedConfirm": isInviteNeedConfirm, "joinMode": joinMode,
            "inviteMode": inviteMode, "beInviteMode": beInviteMode, "updateInfoMode": updateInfoMode,
            "historyForNew": historyForNew, "receipts": receipts,
        }, timeout, trace)

    async def setAnnouncement(
            self, *, groupID: str, announcement: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets the announcement.

        `groupID`: The group.
        `announcement`: The text for all members.
        """
        return await self._ask("group.setAnnouncement", {
            "groupID": groupID, "announcement": announcement,
        }, timeout, trace)

    async def getAnnouncement(
            self, *, groupID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupGetAnnouncementResult:
        """Reads the announcement.

        `groupID`: The group.
        """
        return await self._ask("group.getAnnouncement", {"groupID": groupID}, timeout, trace)

    async def setAttributes(
            self, *, groupID: str, userID: str | None = None, attributes: dict[str, str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes a member's attributes. Members change their own; the owner changes anybody's.

        `groupID`: The group.
        `userID`: The user.
        `attributes`: Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in
            all.
        """
        return await self._ask("group.setAttributes", {
            "groupID": groupID, "userID": userID, "attributes": attributes,
        }, timeout, trace)

    async def getAttributes(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupGetAttributesResult:
        """Reads members' attributes.

        `groupID`: The group.
        `userIDs`: The members.
        """
        return await self._ask("group.getAttributes", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def setNotifyState(
            self, *, groupID: str, state: Literal[0, 1, 2], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets which senders' messages are pushed to the caller.

        `groupID`: The group.
        `state`: The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins.
        """
        return await self._ask("group.setNotifyState", {"groupID": groupID, "state": state}, timeout, trace)

    async def getNotifyState(
            self, *, groupID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupGetNotifyStateResult:
        """Tells which senders' messages are pushed to the caller.

        `groupID`: The group.
        """
        return await self._ask("group.getNotifyState", {"groupID": groupID}, timeout, trace)

    async def addAdmin(
            self, *, groupID: str, userID: str | None = None, userIDs: List[str] | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Makes members admins: all of them or none. Takes `userID` or `userIDs`.

        `groupID`: The group.
        `userID`: The user.
        `userIDs`: The users.
        """
        return await self._ask("group.addAdmin", {
            "groupID": groupID, "userID": userID, "userIDs": userIDs,
        }, timeout, trace)

    async def removeAdmin(
            self, *, groupID: str, userID: str | None = None, userIDs: List[str] | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.

        `groupID`: The group.
        `userID`: The user.
        `userIDs`: The users.
        """
        return await self._ask("group.removeAdmin", {
            "groupID": groupID, "userID": userID, "userIDs": userIDs,
        }, timeout, trace)

    async def mute(
            self, *, groupID: str, userIDs: List[str], duration: Literal[-1] | int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Mutes members: all of them or none.

        `groupID`: The group.
        `userIDs`: The users.
        `duration`: The time in milliseconds; -1: for ever.
        """
        return await self._ask("group.mute", {
            "groupID": groupID, "userIDs": userIDs, "duration": duration,
        }, timeout, trace)

    async def unmute(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Unmutes members.

        `groupID`: The group.
        `userIDs`: The users.
        """
        return await self._ask("group.unmute", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def muteAll(
            self, *, groupID: str, muted: bool, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Mutes or unmutes all members except owner, admins and the white list.

        `groupID`: The group.
        `muted`: Whether the whole group is muted.
        """
        return await self._ask("group.muteAll", {"groupID": groupID, "muted": muted}, timeout, trace)

    async def muteList(
            self, *, groupID: str, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupMuteListResult:
        """Lists the members who are muted now. Only for owner and admins.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.muteList", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize,
        }, timeout, trace)

    async def addToWhiteList(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Adds members to the white list: they may speak while all are muted.

        `groupID`: The group.
        `userIDs`: The users.
        """
        return await self._ask("group.addToWhiteList", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def removeFromWhiteList(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Removes members from the white list.

        `groupID`: The group.
        `userIDs`: The users.
        """
        return await self._ask("group.removeFromWhiteList", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def whiteList(
            self, *, groupID: str, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupWhiteListResult:
        """Lists the members who may speak while all are muted. Only for owner and admins.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.whiteList", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize,
        }, timeout, trace)

    async def block(
            self, *, groupID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Blocks the group's messages for the caller.

        `groupID`: The group.
        """
        return await self._ask("group.block", {"groupID": groupID}, timeout, trace)

    async def unblock(
            self, *, groupID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Unblocks the group's messages for the caller.

        `groupID`: The group.
        """
        return await self._ask("group.unblock", {"groupID": groupID}, timeout, trace)

    async def ban(
            self, *, groupID: str, userIDs: List[str], seconds: Literal[-1] | int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Removes users and keeps them out, members or not: all of them or none. For those who may remove them.

        `groupID`: The group.
        `userIDs`: The users.
        `seconds`: For so many seconds; -1: for ever.
        """
        return await self._ask("group.ban", {
            "groupID": groupID, "userIDs": userIDs, "seconds": seconds,
        }, timeout, trace)

    async def unban(
            self, *, groupID: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Lets users come again. Those who are not banned are passed over. For owner and admins.

        `groupID`: The group.
        `userIDs`: The users.
        """
        return await self._ask("group.unban", {"groupID": groupID, "userIDs": userIDs}, timeout, trace)

    async def bans(
            self, *, groupID: str, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupBansResult:
        """Lists the users who are banned now. Only for owner and admins.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.bans", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize,
        }, timeout, trace)

    async def setValues(
            self, *, groupID: str, values: List[GroupSetValuesValue] | None = None,
            counters: List[GroupSetValuesCounter] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupSetValuesResult:
        """Sets and removes values of a group, all of these or none, or says which counters it has. For owner and
        admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets
        has no `by`. Members hear `group.valuesChanged`.

        `groupID`: The group.
        `values`: 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this
            version; 0: only if there is none.
        `counters`: The group's counters, with different names. `sum`: the least that the sum is from here on; no
            sum falls. One that is named no more is gone with its sum.
        """
        return await self._ask("group.setValues", {
            "groupID": groupID, "values": values, "counters": counters,
        }, timeout, trace)

    async def count(
            self, *, groupID: str, counter: str, count: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupCountResult:
        """Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most.

        `groupID`: The group.
        `counter`: The counter's name.
        `count`: So much is added.
        """
        return await self._ask("group.count", {"groupID": groupID, "counter": counter, "count": count}, timeout, trace)

    async def values(
            self, *, groupID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupValuesResult:
        """Returns the values and counters of a group.

        `groupID`: The group.
        """
        return await self._ask("group.values", {"groupID": groupID}, timeout, trace)

    async def addFile(
            self, *, groupID: str, name: str, size: int, url: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupAddFileResult:
        """Begins a shared file. All members are told when it is complete.

        `groupID`: The group.
        `name`: The file's name.
        `size`: The file's size in bytes.
        `url`: The file's URL. Left out: its bytes follow by `group.putFile`.
        """
        return await self._ask("group.addFile", {
            "groupID": groupID, "name": name, "size": size, "url": url,
        }, timeout, trace)

    async def putFile(
            self, *, groupID: str, fileID: str, offset: int, data: GroupPutFileData, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupPutFileResult:
        """Adds the next piece of a file. A piece that is there already changes nothing.

        `groupID`: The group.
        `fileID`: The file.
        `offset`: The byte where the piece begins.
        `data`: 1 to 32,768 bytes.
        """
        return await self._ask("group.putFile", {
            "groupID": groupID, "fileID": fileID, "offset": offset, "data": data,
        }, timeout, trace)

    async def getFile(
            self, *, groupID: str, fileID: str, offset: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupGetFileResult:
        """Reads the piece of a file that begins at an offset.

        `groupID`: The group.
        `fileID`: The file.
        `offset`: The byte where the piece begins.
        """
        return await self._ask("group.getFile", {
            "groupID": groupID, "fileID": fileID, "offset": offset,
        }, timeout, trace)

    async def files(
            self, *, groupID: str, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupFilesResult:
        """Lists shared files, newest first.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many files.
        """
        return await self._ask("group.files", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize,
        }, timeout, trace)

    async def removeFile(
            self, *, groupID: str, fileID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Removes a file. Members remove their own files; owner and admins remove any.

        `groupID`: The group.
        `fileID`: The file.
        """
        return await self._ask("group.removeFile", {"groupID": groupID, "fileID": fileID}, timeout, trace)

    async def invitations(
            self, *, cursor: str | None = None, pageSize: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> GroupInvitationsResult:
        """Lists the invitations that wait for the caller's answer, newest first.

        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.invitations", {"cursor": cursor, "pageSize": pageSize}, timeout, trace)

    async def joinRequests(
            self, *, groupID: str | None = None, cursor: str | None = None, pageSize: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> GroupJoinRequestsResult:
        """Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where
        the caller is owner or admin.

        `groupID`: The group.
        `cursor`: The value from the last page; empty: from the start.
        `pageSize`: At most this many entries.
        """
        return await self._ask("group.joinRequests", {
            "groupID": groupID, "cursor": cursor, "pageSize": pageSize,
        }, timeout, trace)


class MediaCalls(Family):
    async def prepare(
            self, *, use: Literal["message", "avatar"] | None = None, name: str | None = None, type: str | None = None,
            size: int | None = None, sha256: str | None = None, mediaID: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MediaPrepareResult:
        """Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by
        their digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's.

        `use`: `avatar`: a PNG, JPEG, GIF or WebP of up to 1 MiB, whose URL is public and stays the same.
        `name`: The file's name, for those who save it.
        `type`: Its media type, in small letters, such as `image/png`. Required without `mediaID`.
        `size`: How many bytes it has. Required without `mediaID`.
        `sha256`: SHA-256 of the bytes, in base64url without padding.
        `mediaID`: Instead of all others: an upload of the caller's.
        """
        return await self._ask("media.prepare", {
            "use": use, "name": name, "type": type, "size": size, "sha256": sha256, "mediaID": mediaID,
        }, timeout, trace)

    async def complete(
            self, *, mediaID: str, width: int | None = None, height: int | None = None, thumbnail: str | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> MediaCompleteResult:
        """Says that all bytes of an upload have been sent. They are compared with what was announced; others are
        refused, and go. A repeat gets the same reply.

        `mediaID`: The upload.
        `width`: In pixels. Of PNG, JPEG, GIF and WebP the gateway reads it itself.
        `height`: Likewise.
        `thumbnail`: An own upload that is complete: a picture of up to 64 KiB and 640 pixels each way, to be shown
            in its place.
        """
        return await self._ask("media.complete", {
            "mediaID": mediaID, "width": width, "height": height, "thumbnail": thumbnail,
        }, timeout, trace)

    async def url(
            self, *, mediaIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MediaUrlResult:
        """Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL can
        be read without a session until it ends. It is the same for a quarter of an hour; that of an avatar stays the
        same.

        `mediaIDs`: The uploads.
        """
        return await self._ask("media.url", {"mediaIDs": mediaIDs}, timeout, trace)

    async def list(
            self, *, cursor: str | None = None, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> MediaListResult:
        """Lists the caller's uploads, the newest first.

        `cursor`: Where the page before ended.
        `limit`: At most this many.
        """
        return await self._ask("media.list", {"cursor": cursor, "limit": limit}, timeout, trace)

    async def delete(
            self, *, mediaID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted.

        `mediaID`: The upload.
        """
        return await self._ask("media.delete", {"mediaID": mediaID}, timeout, trace)


class FriendCalls(Family):
    async def list(
            self, *, next: str | None = None, count: int | None = None, sinceVersion: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> FriendListResult:
        """Lists the friends in the order of their ids, or the changes since a version.

        `next`: The value from the last page; left out: from the start.
        `count`: At most this many friends.
        `sinceVersion`: The `version` of the caller's copy: lists only changes since then; left out: all friends.
        """
        return await self._ask("friend.list", {
            "next": next, "count": count, "sinceVersion": sinceVersion,
        }, timeout, trace)

    async def get(
            self, *, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendGetResult:
        """Reads friends by their ids.

        `userIDs`: The users.
        """
        return await self._ask("friend.get", {"userIDs": userIDs}, timeout, trace)

    async def add(
            self, *, userID: str, remark: str | None = None, addWording: str | None = None,
            addSource: str | None = None, group: str | None = None, addType: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> FriendAddResult:
        """Adds a friend, or sends a request if the other user wants to be asked.

        `userID`: The user.
        `remark`: The caller's name for the friend; empty: none.
        `addWording`: The reason, for the other user to read.
        `addSource`: `AddSource_Type_` and one to eight letters; empty: unknown.
        `group`: The friend group for the new friend. It is created if it does not exist.
        `addType`: 1: only the caller's list gets the other. 2: both lists do.
        """
        return await self._ask("friend.add", {
            "userID": userID, "remark": remark, "addWording": addWording, "addSource": addSource, "group": group,
            "addType": addType,
        }, timeout, trace)

    async def modify(
            self, *, userID: str, values: dict[str, Any], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes fields of a friend in the caller's list: all of them or none.

        `userID`: The user.
        `values`: At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend is in),
            `Tag_SNS_Custom_` and a configured name (an integer, or 500 bytes: a string or `{"b": base64}`).
        """
        return await self._ask("friend.modify", {"userID": userID, "values": values}, timeout, trace)

    async def delete(
            self, *, userIDs: List[str], delType: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendDeleteResult:
        """Deletes friends.

        `userIDs`: The users.
        `delType`: 1: deletes the other from the caller's list. 2: also the caller from the other's list.
        """
        return await self._ask("friend.delete", {"userIDs": userIDs, "delType": delType}, timeout, trace)

    async def respond(
            self, *, userID: str, response: Literal[0, 1, 2], remark: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendRespondResult:
        """Answers a friend request.

        `userID`: The user.
        `response`: 0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject.
        `remark`: The caller's name for the friend; empty: none.
        """
        return await self._ask("friend.respond", {
            "userID": userID, "response": response, "remark": remark,
        }, timeout, trace)

    async def check(
            self, *, userIDs: List[str], checkType: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendCheckResult:
        """Tells which users are friends.

        `userIDs`: The users.
        `checkType`: 1: looks into the caller's list. 2: looks into both lists.
        """
        return await self._ask("friend.check", {"userIDs": userIDs, "checkType": checkType}, timeout, trace)


class PendencyCalls(Family):
    async def list(
            self, *, type: int, seq: int | None = None, timestamp: int | None = None, numPerPage: int,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> PendencyListResult:
        """Lists friend requests, newest first; none if the caller's copy is current.

        `type`: 1: requests received; 2: requests sent; 3: both.
        `seq`: The `seq` of the caller's copy; for further pages, the one sent for the first page.
        `timestamp`: The value from the last page; 0: from the start.
        `numPerPage`: At most this many requests.
        """
        return await self._ask("pendency.list", {
            "type": type, "seq": seq, "timestamp": timestamp, "numPerPage": numPerPage,
        }, timeout, trace)

    async def delete(
            self, *, type: int, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Deletes the caller's copy of requests. A received request can no longer be answered then.

        `type`: 1: requests received; 2: requests sent.
        `userIDs`: The users.
        """
        return await self._ask("pendency.delete", {"type": type, "userIDs": userIDs}, timeout, trace)

    async def report(
            self, *, timestamp: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> PendencyReportResult:
        """Marks the requests received up to a time as read.

        `timestamp`: In seconds since 1970.
        """
        return await self._ask("pendency.report", {"timestamp": timestamp}, timeout, trace)


class BlacklistCalls(Family):
    async def add(
            self, *, userIDs: List[str], keepFriends: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> BlacklistAddResult:
        """Blocks users: their messages are refused; friendships and requests between them and the caller end.

        `userIDs`: The users.
        `keepFriends`: True: friendships with these users stay, on both sides.
        """
        return await self._ask("blacklist.add", {"userIDs": userIDs, "keepFriends": keepFriends}, timeout, trace)

    async def delete(
            self, *, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> BlacklistDeleteResult:
        """Unblocks users. Friendships and requests that have ended do not come back.

        `userIDs`: The users.
        """
        return await self._ask("blacklist.delete", {"userIDs": userIDs}, timeout, trace)

    async def list(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> BlacklistListResult:
        """Lists the blocked users, newest first."""
        return await self._ask("blacklist.list", {}, timeout, trace)

    async def check(
            self, *, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> BlacklistCheckResult:
        """Tells whether users are in the caller's blacklist.

        `userIDs`: The users.
        """
        return await self._ask("blacklist.check", {"userIDs": userIDs}, timeout, trace)


class FriendGroupCalls(Family):
    async def list(
            self, *, names: List[str] | None = None, next: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendGroupListResult:
        """Lists friend groups in the order of their creation.

        `names`: The friend groups; left out: all.
        `next`: The value from the last page; 0: from the start.
        """
        return await self._ask("friendGroup.list", {"names": names, "next": next}, timeout, trace)

    async def create(
            self, *, names: List[str], userIDs: List[str] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendGroupCreateResult:
        """Creates friend groups: all of them or none.

        `names`: The friend groups.
        `userIDs`: Friends to put into the new groups.
        """
        return await self._ask("friendGroup.create", {"names": names, "userIDs": userIDs}, timeout, trace)

    async def delete(
            self, *, names: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Deletes friend groups: all of them or none. The friends stay.

        `names`: The friend groups.
        """
        return await self._ask("friendGroup.delete", {"names": names}, timeout, trace)

    async def addFriends(
            self, *, name: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendGroupAddFriendsResult:
        """Adds friends to a friend group.

        `name`: The friend group.
        `userIDs`: The users.
        """
        return await self._ask("friendGroup.addFriends", {"name": name, "userIDs": userIDs}, timeout, trace)

    async def removeFriends(
            self, *, name: str, userIDs: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> FriendGroupRemoveFriendsResult:
        """Removes friends from a friend group.

        `name`: The friend group.
        `userIDs`: The users.
        """
        return await self._ask("friendGroup.removeFriends", {"name": name, "userIDs": userIDs}, timeout, trace)

    async def rename(
            self, *, name: str, newName: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Renames a friend group.

        `name`: The friend group.
        `newName`: The new name.
        """
        return await self._ask("friendGroup.rename", {"name": name, "newName": newName}, timeout, trace)


class ChannelCalls(Family):
    async def publish(
            self, *, channelID: str, clientMsgId: str, type: Literal[0, 1, 2, 3, 4, 6, 10, 100], body: dict[str, Any],
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> ChannelPublishResult:
        """Publishes a message to a channel. Only for users whom the backend has listed. When the reply comes, it is on
        the disk; a repeated request gets the same reply.

        `channelID`: The channel's id.
        `clientMsgId`: The sender's own id for the message, such as a UUID. No other message of the sender has it.
        `type`: text, image, audio, video, location, file, tip, custom.
        `body`: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
            type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
        """
        return await self._ask("channel.publish", {
            "channelID": channelID, "clientMsgId": clientMsgId, "type": type, "body": body,
        }, timeout, trace)

    async def subscribe(
            self, *, channelID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ChannelSubscribeResult:
        """Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing if
        the user follows it already.

        `channelID`: The channel's id.
        """
        return await self._ask("channel.subscribe", {"channelID": channelID}, timeout, trace)

    async def unsubscribe(
            self, *, channelID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Follows a channel no longer. Does nothing if the user does not follow it.

        `channelID`: The channel's id.
        """
        return await self._ask("channel.unsubscribe", {"channelID": channelID}, timeout, trace)

    async def list(
            self, *, next: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ChannelListResult:
        """Lists the channels that the caller follows and may read, the first subscribed first.

        `next`: The value from the last page; 0: from the start.
        """
        return await self._ask("channel.list", {"next": next}, timeout, trace)

    async def info(
            self, *, channelID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ChannelInfoResult:
        """Returns a channel that the caller may read, followed or not.

        `channelID`: The channel's id.
        """
        return await self._ask("channel.info", {"channelID": channelID}, timeout, trace)

    async def history(
            self, *, channelID: str, direction: Literal["older", "newer"] | None = None, cursor: int | None = None,
            limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ChannelHistoryResult:
        """Reads a channel's messages, a page at a time. The caller need not follow it.

        `channelID`: The channel's id.
        `direction`: From the newest message back, or from the oldest forward.
        `cursor`: Lists messages older or newer than this seq. 0: begins with the newest or the oldest.
        `limit`: At most this many messages.
        """
        return await self._ask("channel.history", {
            "channelID": channelID, "direction": direction, "cursor": cursor, "limit": limit,
        }, timeout, trace)


class BroadcastCalls(Family):
    async def list(
            self, *, after: int | None = None, limit: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> BroadcastListResult:
        """Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap
        that `session.open` left, or for a device that keeps no positions.

        `after`: The last seq that the client has; 0: none.
        `limit`: At most this many broadcasts.
        """
        return await self._ask("broadcast.list", {"after": after, "limit": limit}, timeout, trace)


class RoomCalls(Family):
    async def enter(
            self, *, roomID: str, epoch: int | None = None, seq: int | None = None, state: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> RoomEnterResult:
        """Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A session
        that is in the room already gets the same reply.

        `roomID`: The room's id.
        `epoch`: With `seq`: the epoch that the client knows.
        `seq`: The last message that the client has in that epoch.
        `state`: The state of the values that the client has: they come if it is another.
        """
        return await self._ask("room.enter", {
            "roomID": roomID, "epoch": epoch, "seq": seq, "state": state,
        }, timeout, trace)

    async def leave(
            self, *, roomID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Leaves a room. A room that the session is not in is no fault.

        `roomID`: The room's id.
        """
        return await self._ask("room.leave", {"roomID": roomID}, timeout, trace)

    async def participants(
            self, *, roomID: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> RoomParticipantsResult:
        """Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and the
        list has the owner, admins and those who entered last.

        `roomID`: The room's id.
        """
        return await self._ask("room.participants", {"roomID": roomID}, timeout, trace)

    async def send(
            self, *, roomID: str, clientMsgId: str, type: Literal[0, 1, 2, 3, 4, 6, 10, 100], body: dict[str, Any],
            priority: Literal["high", "normal", "low"] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> RoomSendResult:
        """Says something in a room that the caller is in. The reply comes with the room's next frame. A message that
        was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same
        reply.

        `roomID`: The room's id.
        `clientMsgId`: The sender's own id for the message, such as a UUID. No other message of the sender has it.
        `type`: text, image, audio, video, location, file, tip, custom.
        `body`: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
            type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
        `priority`: `high` is for the owner, admins and backends, and always told; `low` is told when nothing else
            is left.
        """
        return await self._ask("room.send", {
            "roomID": roomID, "clientMsgId": clientMsgId, "type": type, "body": body, "priority": priority,
        }, timeout, trace)

    async def recall(
            self, *, roomID: str, msgId: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still
        keeps. The next frame has it in `cleared`.

        `roomID`: The room's id.
        `msgId`: The message's id.
        """
        return await self._ask("room.recall", {"roomID": roomID, "msgId": msgId}, timeout, trace)

    async def setValues(
            self, *, roomID: str, values: List[RoomSetValuesValue], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> RoomSetValuesResult:
        """Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all`
        for every user who may enter. A key that another user has set is for the owner and admins. Participants hear
        `room.valuesChanged`.

        `roomID`: The room's id.
        `values`: 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this
            version; 0: only if there is none. `isTransient`: it goes when its user has left the room for
            `rooms.leaveSeconds`.
        """
        return await self._ask("room.setValues", {"roomID": roomID, "values": values}, timeout, trace)

    async def values(
            self, *, roomID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> RoomValuesResult:
        """Returns the values of a room that the caller may enter.

        `roomID`: The room's id.
        """
        return await self._ask("room.values", {"roomID": roomID}, timeout, trace)

    async def offer(
            self, *, roomID: str, key: str, value: str | None = None, first: bool | None = None,
            ifVersion: int | None = None, isTransient: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> RoomOfferResult:
        """Puts an element into the queue of a room, or changes the one of this key. The same rights as with
        `room.setValues`. Participants hear `room.queueChanged`.

        `roomID`: The room's id.
        `key`: The element's key.
        `value`: The element's value.
        `first`: True: before all others; false: behind them. One that is there keeps its place.
        `ifVersion`: Only if the element has this version; 0: only if there is none.
        `isTransient`: True: it goes when its user has left the room for `rooms.leaveSeconds`.
        """
        return await self._ask("room.offer", {
            "roomID": roomID, "key": key, "value": value, "first": first, "ifVersion": ifVersion,
            "isTransient": isTransient,
        }, timeout, trace)

    async def poll(
            self, *, roomID: str, key: str | None = None, ifVersion: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> RoomPollResult:
        """Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The
        owner and admins take any, others with `valuesBy` `all` their own.

        `roomID`: The room's id.
        `key`: The element's key.
        `ifVersion`: Only if the element has this version; 0: only if there is none.
        """
        return await self._ask("room.poll", {"roomID": roomID, "key": key, "ifVersion": ifVersion}, timeout, trace)

    async def queue(
            self, *, roomID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> RoomQueueResult:
        """Returns the queue of a room that the caller may enter.

        `roomID`: The room's id.
        """
        return await self._ask("room.queue", {"roomID": roomID}, timeout, trace)

    async def count(
            self, *, roomID: str, counter: str, count: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client
        gathers what its user taps and says it together, twice a second at most.

        `roomID`: The room's id.
        `counter`: The counter's name.
        `count`: So much is added.
        """
        return await self._ask("room.count", {"roomID": roomID, "counter": counter, "count": count}, timeout, trace)

    async def modify(
            self, *, roomID: str, slowSeconds: int | None = None, admins: List[str] | None = None,
            speakers: List[str] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists.

        `roomID`: The room's id.
        `slowSeconds`: Slow mode: so many seconds lie between two messages of a user; 0: none.
        `admins`: The admins. They act on those who are neither admins nor the owner.
        `speakers`: Users who may send while all are muted, beside the owner and admins.
        """
        return await self._ask("room.modify", {
            "roomID": roomID, "slowSeconds": slowSeconds, "admins": admins, "speakers": speakers,
        }, timeout, trace)

    async def mute(
            self, *, roomID: str, userID: str, seconds: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither.

        `roomID`: The room's id.
        `userID`: The user.
        `seconds`: For so many seconds; −1: for ever; 0: no longer.
        """
        return await self._ask("room.mute", {"roomID": roomID, "userID": userID, "seconds": seconds}, timeout, trace)

    async def muteAll(
            self, *, roomID: str, isMuted: bool, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Lets only the owner, admins and speakers send, or all again. For the owner and admins.

        `roomID`: The room's id.
        `isMuted`: Whether only the owner, admins and speakers may send.
        """
        return await self._ask("room.muteAll", {"roomID": roomID, "isMuted": isMuted}, timeout, trace)

    async def ban(
            self, *, roomID: str, userID: str, seconds: int, clear: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends.

        `roomID`: The room's id.
        `userID`: The user.
        `seconds`: For so many seconds; −1: for ever; 0: no longer.
        `clear`: Also removes what the user has said.
        """
        return await self._ask("room.ban", {
            "roomID": roomID, "userID": userID, "seconds": seconds, "clear": clear,
        }, timeout, trace)

    async def kick(
            self, *, roomID: str, userID: str, clear: bool | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Puts a user out of a room (`room.left`). The user may enter again.

        `roomID`: The room's id.
        `userID`: The user.
        `clear`: Also removes what the user has said.
        """
        return await self._ask("room.kick", {"roomID": roomID, "userID": userID, "clear": clear}, timeout, trace)


class CallCalls(Family):
    async def invite(
            self, *, conversationID: str, userIDs: List[str] | None = None, kind: str,
            data: dict[str, Any] | None = None, seconds: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> CallInviteResult:
        """Calls the other user of a conversation, or members of a group. It rings on all of their devices until one
        answers, or the time is over.

        `conversationID`: `c2c_` and a user's id, or `group_` and a group's.
        `userIDs`: In a group: the members who are called. Between two it can be left out.
        `kind`: What the app calls it, such as `audio` or `video`.
        `data`: For those who are called: a JSON object of up to 2048 bytes.
        `seconds`: For so long it rings.
        """
        return await self._ask("call.invite", {
            "conversationID": conversationID, "userIDs": userIDs, "kind": kind, "data": data, "seconds": seconds,
        }, timeout, trace)

    async def accept(
            self, *, callID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> CallAcceptResult:
        """Takes a call that rings. The first device of the user decides; the others are told which one.

        `callID`: The call.
        """
        return await self._ask("call.accept", {"callID": callID}, timeout, trace)

    async def reject(
            self, *, callID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> CallRejectResult:
        """Declines a call that rings, for all of the user's devices.

        `callID`: The call.
        """
        return await self._ask("call.reject", {"callID": callID}, timeout, trace)

    async def cancel(
            self, *, callID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> CallCancelResult:
        """Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends.

        `callID`: The call.
        """
        return await self._ask("call.cancel", {"callID": callID}, timeout, trace)

    async def leave(
            self, *, callID: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> CallLeaveResult:
        """Leaves a call that the user has accepted or begun. It ends when one user is left.

        `callID`: The call.
        """
        return await self._ask("call.leave", {"callID": callID}, timeout, trace)


class ReportCalls(Family):
    async def create(
            self, *, msgId: str | None = None, userID: str | None = None, groupID: str | None = None,
            roomID: str | None = None,
            reason: Literal["spam", "abuse", "sexual", "violence", "fraud", "illegal", "other"],
            text: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> ReportCreateResult:
        """Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's
        report of the same waits, a further one gets its id.

        `msgId`: The message.
        `userID`: The user.
        `groupID`: The group.
        `roomID`: The room's id.
        `reason`: Why.
        `text`: The reporter's own words.
        """
        return await self._ask("report.create", {
            "msgId": msgId, "userID": userID, "groupID": groupID, "roomID": roomID, "reason": reason, "text": text,
        }, timeout, trace)


class UserProfileCalls(Family):
    async def update(
            self, *, name: str | None = None, portraitUri: str | None = None, email: str | None = None,
            birthday: str | None = None, gender: Literal[0, 1, 2] | None = None, location: str | None = None,
            role: int | None = None, level: int | None = None, userExtProfile: dict[str, str] | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Changes properties of the caller's hosted profile: all of them or none.

        `name`: Also changes the nickname of `profile.…`.
        `portraitUri`: Also changes the avatar of `profile.…`.
        `email`: Empty: none. This holds for the other texts too.
        `birthday`: In the application's own form.
        `gender`: 0: unknown; 1: male; 2: female.
        `location`: In the application's own form.
        `role`: Its meaning is up to the application.
        `level`: Its meaning is up to the application.
        `userExtProfile`: Configured extensions (`hosting.extensions`) of 0–256 characters; an empty one is deleted.
        """
        return await self._ask("userProfile.update", {
            "name": name, "portraitUri": portraitUri, "email": email, "birthday": birthday, "gender": gender,
            "location": location, "role": role, "level": level, "userExtProfile": userExtProfile,
        }, timeout, trace)

    async def getMine(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> UserProfileGetMineResult:
        """Reads the caller's hosted profile."""
        return await self._ask("userProfile.getMine", {}, timeout, trace)

    async def get(
            self, *, userIds: List[str], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> UserProfileGetResult:
        """Reads hosted profiles, as far as the caller may see them.

        `userIds`: The users.
        """
        return await self._ask("userProfile.get", {"userIds": userIds}, timeout, trace)

    async def setVisibility(
            self, *, visibility: Literal[0, 1, 2, 3], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets who may see the caller's hosted profile.

        `visibility`: 0: the application's default; 1: only name and portrait are seen; 2: everybody sees all; 3:
            friends see all.
        """
        return await self._ask("userProfile.setVisibility", {"visibility": visibility}, timeout, trace)

    async def getVisibility(
            self, *, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> UserProfileGetVisibilityResult:
        """Tells who may see the caller's hosted profile."""
        return await self._ask("userProfile.getVisibility", {}, timeout, trace)

    async def search(
            self, *, uniqueId: str, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> UserProfileSearchResult:
        """Finds the user with a unique id.

        `uniqueId`: The unique id.
        """
        return await self._ask("userProfile.search", {"uniqueId": uniqueId}, timeout, trace)


class SubscriptionCalls(Family):
    async def subscribe(
            self, *, userIds: List[str], subscribeType: Literal[1, 2], expiry: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SubscriptionSubscribeResult:
        """Follows users for a time, which begins anew for users that are followed already.

        `userIds`: The users; each counts once.
        `subscribeType`: 1: presence; 2: the hosted profile.
        `expiry`: The duration in seconds.
        """
        return await self._ask("subscription.subscribe", {
            "userIds": userIds, "subscribeType": subscribeType, "expiry": expiry,
        }, timeout, trace)

    async def unsubscribe(
            self, *, userIds: List[str], subscribeType: Literal[1, 2], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SubscriptionUnsubscribeResult:
        """Stops following users.

        `userIds`: The users; each counts once.
        `subscribeType`: 1: presence; 2: the hosted profile.
        """
        return await self._ask("subscription.unsubscribe", {
            "userIds": userIds, "subscribeType": subscribeType,
        }, timeout, trace)

    async def query(
            self, *, userIds: List[str], subscribeType: Literal[1, 2, 3, 4], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SubscriptionQueryResult:
        """Reads the presence or the profiles of users, as far as the caller follows them.

        `userIds`: The users; each counts once.
        `subscribeType`: 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing.
        """
        return await self._ask("subscription.query", {
            "userIds": userIds, "subscribeType": subscribeType,
        }, timeout, trace)

    async def setStatus(
            self, *, text: str, until: int | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Says a line beside the caller's presence, to those who are told the presence.

        `text`: The line; empty: none any more.
        `until`: Until when it is shown, in milliseconds since 1970; 0: until it is changed.
        """
        return await self._ask("subscription.setStatus", {"text": text, "until": until}, timeout, trace)

    async def list(
            self, *, subscribeType: Literal[1, 2, 3, 4], pageSize: int, startIndex: int, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> SubscriptionListResult:
        """Lists the users that the caller follows, in the order of following.

        `subscribeType`: 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing.
        `pageSize`: At most this many entries.
        `startIndex`: How many entries were read before.
        """
        return await self._ask("subscription.list", {
            "subscribeType": subscribeType, "pageSize": pageSize, "startIndex": startIndex,
        }, timeout, trace)


class PushCalls(Family):
    async def register(
            self, *,
            provider: Literal["apns", "apnsVoip", "fcm", "huawei", "harmony", "honor", "xiaomi", "oppo", "vivo", "meizu", "webPush", "webhook"],
            token: Any, app: str | None = None, language: str | None = None,
            preview: Literal["none", "sender", "full"] | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Registers this session's device for pushes while it has no session. It holds until the next registration, or
        until the session is closed.

        `provider`: The provider that carries pushes to the device. It must be configured.
        `token`: The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a phone
            maker's registration token, the browser's PushSubscription as JSON, or what the webhook expects.
        `app`: One of `push.apps`; left out or empty: the app of the provider's own section.
        `language`: The language of the pushes' own words, by BCP 47.
        `preview`: The most that a push shows on this device: `full`, as by default; `sender`: not the text; `none`:
            that there is a message.
        """
        return await self._ask("push.register", {
            "provider": provider, "token": token, "app": app, "language": language, "preview": preview,
        }, timeout, trace)

    async def unregister(
            self, *, device: str | None = None, timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> PushUnregisterResult:
        """Ends the pushes to a device.

        `device`: One of the user's devices. Left out: this session's.
        """
        return await self._ask("push.unregister", {"device": device}, timeout, trace)

    async def devices(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> PushDevicesResult:
        """Lists the user's devices that get pushes."""
        return await self._ask("push.devices", {}, timeout, trace)

    async def webPushKey(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> PushWebPushKeyResult:
        """Tells the key that a web page needs to subscribe to pushes."""
        return await self._ask("push.webPushKey", {}, timeout, trace)

    async def setGlobalDnd(
            self, *, enabled: bool, start: str | None = None, end: str | None = None, utcOffset: int | None = None,
            timeout: float | None = 30, trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Sets a quiet time of the day, in which only forced pushes come.

        `enabled`: Whether there is a quiet time.
        `start`: When the quiet time begins each day.
        `end`: When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet.
        `utcOffset`: How many minutes the user's clock is ahead of UTC.
        """
        return await self._ask("push.setGlobalDnd", {
            "enabled": enabled, "start": start, "end": end, "utcOffset": utcOffset,
        }, timeout, trace)

    async def getGlobalDnd(
            self, *, timeout: float | None = 30, trace: dict[str, str] | None = None) -> PushGetGlobalDndResult:
        """Tells the quiet time, in which only forced pushes come."""
        return await self._ask("push.getGlobalDnd", {}, timeout, trace)

    async def explain(
            self, *, msgId: str, timeout: float | None = 30, trace: dict[str, str] | None = None) -> PushExplainResult:
        """Tells whether a message was pushed to the caller, and why or why not.

        `msgId`: The message.
        """
        return await self._ask("push.explain", {"msgId": msgId}, timeout, trace)

    async def receipt(
            self, *, ticket: str, event: Literal["delivered", "opened"], timeout: float | None = 30,
            trace: dict[str, str] | None = None) -> dict[str, Any]:
        """Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts. Without
        a session: `POST /v1/push/receipts` with the same members.

        `ticket`: The push's ticket, as it came with it.
        `event`: What has become of the push.
        """
        return await self._ask("push.receipt", {"ticket": ticket, "event": event}, timeout, trace)


class Operations(Asking):
    """The families of operations."""

    @cached_property
    def session(self) -> SessionCalls:
        return SessionCalls(self)

    @cached_property
    def message(self) -> MessageCalls:
        return MessageCalls(self)

    @cached_property
    def receipt(self) -> ReceiptCalls:
        return ReceiptCalls(self)

    @cached_property
    def groupReceipt(self) -> GroupReceiptCalls:
        return GroupReceiptCalls(self)

    @cached_property
    def conversation(self) -> ConversationCalls:
        return ConversationCalls(self)

    @cached_property
    def stream(self) -> StreamCalls:
        return StreamCalls(self)

    @cached_property
    def profile(self) -> ProfileCalls:
        return ProfileCalls(self)

    @cached_property
    def group(self) -> GroupCalls:
        return GroupCalls(self)

    @cached_property
    def media(self) -> MediaCalls:
        return MediaCalls(self)

    @cached_property
    def friend(self) -> FriendCalls:
        return FriendCalls(self)

    @cached_property
    def pendency(self) -> PendencyCalls:
        return PendencyCalls(self)

    @cached_property
    def blacklist(self) -> BlacklistCalls:
        return BlacklistCalls(self)

    @cached_property
    def friendGroup(self) -> FriendGroupCalls:
        return FriendGroupCalls(self)

    @cached_property
    def channel(self) -> ChannelCalls:
        return ChannelCalls(self)

    @cached_property
    def broadcast(self) -> BroadcastCalls:
        return BroadcastCalls(self)

    @cached_property
    def room(self) -> RoomCalls:
        return RoomCalls(self)

    @cached_property
    def call(self) -> CallCalls:
        return CallCalls(self)

    @cached_property
    def report(self) -> ReportCalls:
        return ReportCalls(self)

    @cached_property
    def userProfile(self) -> UserProfileCalls:
        return UserProfileCalls(self)

    @cached_property
    def subscription(self) -> SubscriptionCalls:
        return SubscriptionCalls(self)

    @cached_property
    def push(self) -> PushCalls:
        return PushCalls(self)

# Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.
"""What results and events have. Members that are newer than these types are in the same dictionaries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, overload

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


class APIError(TypedDict):
    system: Literal["tim", "rc", "em", "nim", "gw", "app"]
    """The system whose number it is."""
    code: int
    """The number."""
    name: Literal[
        "addingForbidden", "addingTooFast", "allMutedInGroup", "alreadyBlocked", "alreadyGroupMember", "alreadyInGroup",
        "applicationMismatch", "attributesTooLarge", "auditFailed", "auditedProfile", "auditedWording",
        "awaitingApproval", "badAttributeKey", "badAttributeValue", "badExpiry", "badFriendGroupName", "badIdentifier",
        "badPage", "badProfileType", "badRequest", "badSource", "badSubscriptionType", "badSubscriptionUsers",
        "badUniqueID", "badUserList", "badValue", "badVisibility", "banned", "barredFromAdding", "blacklistFull",
        "blacklisted", "cannotLead", "conflict", "conversationParameters", "deletingTooFast", "emptyFile",
        "emptyGroupID", "fileTooLarge", "forbidden", "forbiddenWords", "friendGroupsFull", "friendListFull",
        "friendParameters", "groupFull", "groupLimit", "groupParameters", "hostedParameters", "hostingOff",
        "identifierMismatch", "inOwnBlacklist", "inPeersBlacklist", "internal", "messageParameters", "mutedInGroup",
        "noAccount", "noChannel", "noFile", "noFriend", "noFriendForGroup", "noFriendForNewGroup", "noGroup",
        "noGroupRight", "noGroupUser", "noHostedUser", "noMessage", "noPendency", "noProvider", "noReport", "noRoom",
        "noTarget", "noTeam", "notANumber", "notBlocked", "notClustered", "notFriends", "notInFriendGroup",
        "notInGroup", "notInTeam", "notLoggedIn", "notSettable", "outOfRange", "peersFriendListFull", "pendenciesFull",
        "profileParameters", "propertyTooLong", "publisherFull", "quotaExceeded", "rateLimited", "receiptsOff",
        "receiverNotFriend", "remarkTooLong", "requestHandled", "resyncRequired", "searchOff", "senderNotFriend",
        "shed", "signatureBad", "signatureEmpty", "signatureExpired", "subscriberFull", "subscriptionsOff", "tooLarge",
        "tooLate", "tooMany", "tooManyBytes", "tooManyExtensions", "tooManyProfiles", "unavailable", "unknownExtension",
        "unknownOperation", "unknownProfileKey", "unknownProperty", "unknownUser", "wordingTooLong",
    ]
    """As stable as the number."""
    message: str
    """For people; it may change."""
    keys: NotRequired[list[str]]
    """What is at fault: parameters, members, headers, or values."""
    length: NotRequired[int]
    """Of `admin.message.append` with gw 1006: the bytes that are there, behind which the text goes on."""


class Broadcast(TypedDict):
    seq: int
    """The broadcast's number: it rises without gaps, and is its place in the stream."""
    type: Literal[0, 1, 2, 3, 4, 6, 10, 100]
    """As it was sent."""
    body: dict[str, Any]
    """As it was sent."""
    time: int
    """When the gateway accepted it."""
    expiresAt: NotRequired[int]
    """From when on nobody is told any more; absent: it does not end."""


class Bytes(TypedDict):
    b: str
    """In padded base64."""


class CallEnded(TypedDict):
    outcome: Literal["answered", "rejected", "busy", "missed", "cancelled"]
    seconds: int
    """For how long it was spoken."""


_Call = TypedDict("_Call", {"from": "str"})


class Call(_Call):
    callID: str
    conversationID: str
    """As this user sees it."""
    kind: str
    """As the inviter has sent it."""
    time: int
    """When the inviter called."""
    users: list[CallUser]
    """The inviter first."""
    ended: NotRequired[CallEnded]
    """Absent: it goes on."""


class CallUser(TypedDict):
    userID: str
    state: Literal["ringing", "accepted", "rejected", "busy", "missed", "left"]
    device: NotRequired[str]
    """The device that has decided."""
    reason: NotRequired[Literal["cancelled", "timeout", "disconnected", "removed", "ended"]]
    """If it was no act of the user's."""


class Change(TypedDict):
    change: int
    """The place of the change."""
    msgId: str
    """The message's id."""
    seq: int
    """The message's number in the conversation."""
    isRecalled: NotRequired[bool]
    """Only if it was recalled: true."""
    message: NotRequired[Message]


_ChannelMessage = TypedDict("_ChannelMessage", {"from": "NotRequired[str]"})


class ChannelMessage(_ChannelMessage):
    channelID: str
    """The channel's id."""
    msgId: str
    """The message's id, in digits."""
    clientMsgId: str
    """The publisher's own id for the message."""
    seq: int
    """The message's number in the channel."""
    type: Literal[0, 1, 2, 3, 4, 6, 10, 100]
    """As it was published."""
    body: dict[str, Any]
    """As it was published."""
    time: int
    """When the gateway accepted the message."""
    isErased: NotRequired[Literal[True]]
    """Only if its publisher was erased: the body is empty."""


class ConversationGroupAtInfolist(TypedDict):
    seq: int
    atType: Literal[1, 2, 3]


class Conversation(TypedDict):
    conversationID: str
    """`c2c_` and the other user's id, or `group_` and the group's."""
    type: Literal[1, 2]
    """1: with a user; 2: of a group."""
    userID: NotRequired[str]
    """Only with a user: the other user."""
    groupID: NotRequired[str]
    """Only of a group: the group."""
    groupType: NotRequired[Literal["team", "superTeam"]]
    """Only of a group that exists."""
    showName: str
    """The name to show."""
    faceUrl: str
    """The avatar to show."""
    unreadCount: int
    """How many messages are unread."""
    recvOpt: Literal[0, 1, 2, 3, 4]
    """As `conversation.setC2CReceiveOpt` or `conversation.setGroupReceiveOpt` has set it."""
    isPinned: bool
    """Whether it is pinned to the top."""
    isMarkedUnread: bool
    """Whether the user has marked it as unread."""
    groupAtInfolist: list[ConversationGroupAtInfolist]
    """Unread messages that mention the user (`atType` 1), all (2), or both (3)."""
    lastMessage: LastMessage | None
    """The last message that the user may see."""
    seq: int
    """The seq of the last message, seen or not."""
    readSeq: int
    """The seq up to which the user has read."""
    change: NotRequired[int]
    """Only if a message has ever changed: the place of the last change in the conversation."""
    peerReadTime: NotRequired[int]
    """Only if the other user has read: up to when."""
    peerDeliveredSeq: NotRequired[int]
    """Only with `messages.deliveryReceipts`: up to where messages have come to a device of the other user."""
    tags: NotRequired[list[str]]
    """Only if the user has set any."""
    ext: NotRequired[str]
    """Likewise: data of the application."""
    draft: NotRequired[Draft]


class Draft(TypedDict):
    text: str
    version: int
    """For the next `conversation.setDraft`."""


class Friend(TypedDict):
    userID: str
    """The friend."""
    remark: str
    """The caller's name for the friend."""
    groups: list[str]
    """The friend groups that the friend is in."""
    addWording: str
    """The reason of the request."""
    addSource: str
    """The source of the request."""
    addTime: int
    """When the two became friends."""
    customInfo: dict[str, int | Bytes]
    """The custom fields that were set, by their names."""
    profile: Profile


class Group(TypedDict):
    groupID: str
    """The group's id."""
    kind: Literal["team", "superTeam"]
    """Set when it was created."""
    name: str
    """The group's name."""
    description: str
    """As it was set."""
    avatar: str
    """The avatar's URL."""
    ext: str
    """Data of the application."""
    style: Literal[0, 1, 2, 3]
    """As in `group.create`."""
    isInviteNeedConfirm: bool
    """Whether invited users are asked."""
    maxUsers: int
    """The most members, the owner included."""
    joinMode: Literal[0, 1, 2]
    """As in `group.modify`."""
    inviteMode: Literal[0, 1]
    """As in `group.modify`."""
    beInviteMode: Literal[0, 1]
    """As in `group.modify`."""
    updateInfoMode: Literal[0, 1]
    """As in `group.modify`."""
    historyForNew: int
    """As in `group.modify`."""
    receipts: Literal["messages", "positions"]
    """As in `group.modify`."""
    owner: str
    """The group's owner."""
    memberCount: int
    """How many members the group has."""
    isAllMemberMuted: bool
    """Whether all members are muted."""
    disabled: bool
    """Whether an administrator has disabled the group."""
    createTime: int
    """When it was created."""


class GroupDetailsSelf(TypedDict):
    role: Literal[0, 1, 2]
    muteExpire: int
    isBlocked: bool
    isInWhiteList: bool
    notifyState: Literal[0, 1, 2]
    nickname: str
    joinTime: int


class GroupDetailsMuteList(TypedDict):
    userID: str
    muteExpire: int


class GroupDetails(TypedDict):
    groupID: str
    """The group's id."""
    kind: Literal["team", "superTeam"]
    """Set when it was created."""
    name: str
    """The group's name."""
    description: str
    """As it was set."""
    avatar: str
    """The avatar's URL."""
    ext: str
    """Data of the application."""
    style: Literal[0, 1, 2, 3]
    """As in `group.create`."""
    isInviteNeedConfirm: bool
    """Whether invited users are asked."""
    maxUsers: int
    """The most members, the owner included."""
    joinMode: Literal[0, 1, 2]
    """As in `group.modify`."""
    inviteMode: Literal[0, 1]
    """As in `group.modify`."""
    beInviteMode: Literal[0, 1]
    """As in `group.modify`."""
    updateInfoMode: Literal[0, 1]
    """As in `group.modify`."""
    historyForNew: int
    """As in `group.modify`."""
    receipts: Literal["messages", "positions"]
    """As in `group.modify`."""
    owner: str
    """The group's owner."""
    memberCount: int
    """How many members the group has."""
    isAllMemberMuted: bool
    """Whether all members are muted."""
    disabled: bool
    """Whether an administrator has disabled the group."""
    createTime: int
    """When it was created."""
    permissionType: Literal[-1, 0, 1, 2]
    """The caller's role as in `self`; -1: no member."""
    adminList: list[str]
    """The admins."""
    seq: NotRequired[int]
    """Like all that follows, only for members: the last seq of the group's stream that is in this."""
    isBlocked: NotRequired[bool]
    """As in `self`."""
    isInWhiteList: NotRequired[bool]
    """As in `self`."""
    self: NotRequired[GroupDetailsSelf]
    """The caller's membership. `role` 0: member; 1: admin; 2: owner."""
    members: NotRequired[list[str]]
    """Only with `fetchMembers`."""
    nicknames: NotRequired[dict[str, str]]
    """Only with `fetchMembers` and `needNickname`: by user."""
    whiteList: NotRequired[list[str]]
    """Only for owner and admins."""
    muteList: NotRequired[list[GroupDetailsMuteList]]
    """Only for owner and admins."""


class GroupValue(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The seq in the group's stream of the event that told of it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""


class HostedProfile(TypedDict):
    userId: str
    """The user."""
    name: str
    """The nickname."""
    portraitUri: str
    """The avatar."""
    uniqueId: NotRequired[str]
    """Like all that follows, only if the caller may see it."""
    email: NotRequired[str]
    """As it was set."""
    birthday: NotRequired[str]
    """As it was set."""
    gender: NotRequired[Literal[0, 1, 2]]
    """0: unknown; 1: male; 2: female."""
    location: NotRequired[str]
    """As it was set."""
    role: NotRequired[int]
    """As it was set."""
    level: NotRequired[int]
    """As it was set."""
    userExtProfile: NotRequired[dict[str, str]]
    """The extensions that were set, by their names."""


class LastMessageRecalled(TypedDict):
    by: NotRequired[str]
    """The user who has recalled it; absent: a backend has."""
    time: int
    """When."""
    reason: NotRequired[str]
    """Only if one was given."""


class LastMessageEdited(TypedDict):
    time: int
    """When it was edited last."""
    version: int
    """How often it was edited."""


_LastMessageReplyTo = TypedDict("_LastMessageReplyTo", {"from": "str"})


class LastMessageReplyTo(_LastMessageReplyTo):
    msgId: str
    seq: int


class LastMessagePinned(TypedDict):
    by: str
    time: int


_LastMessage = TypedDict("_LastMessage", {"from": "str"})


class LastMessage(_LastMessage):
    msgId: str
    """The message's id."""
    seq: int
    """The message's number in the conversation."""
    nickname: NotRequired[str]
    """Only in a group: the sender's name there, if it has one."""
    type: Literal[0, 1, 2, 3, 4, 5, 6, 10, 12, 20, 21, 100]
    """As it was sent; 5: a notification of the gateway in a group."""
    body: dict[str, Any]
    """As it was sent; for a notification see [group-messages.md](group-messages.md)."""
    timestamp: int
    """The same as `time`."""
    time: int
    """When the gateway accepted the message."""
    change: NotRequired[int]
    """Only if it has changed: the place of its newest change in the conversation."""
    recalled: NotRequired[LastMessageRecalled]
    """Only if it was recalled: its body is empty then."""
    edited: NotRequired[LastMessageEdited]
    """Only if it was edited."""
    replyTo: NotRequired[LastMessageReplyTo]
    """Only if it replies to a message of the conversation."""
    pinned: NotRequired[LastMessagePinned]
    """Only while it is pinned: by whom, and since when."""
    media: NotRequired[list[MessageMedia]]
    """Only if it refers to some."""
    streamID: NotRequired[str]
    """Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md)."""
    broken: NotRequired[Literal["aborted", "idle", "tooLong", "tooLarge", "draining", "stopped"]]
    """Only if it was streamed and is not whole: why it ended."""
    expireAt: NotRequired[int]
    """Only if it expires: from then on it is gone."""
    visibleTo: NotRequired[list[str]]
    """Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    `lastMessage`, and counts nowhere."""
    isExpired: NotRequired[bool]
    """Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty
    then."""


class Media(TypedDict):
    mediaID: str
    """Its id."""
    use: Literal["message", "avatar"]
    """As it was prepared."""
    state: Literal["uploading", "pending", "ready", "refused", "deleted"]
    """How far it is."""
    type: str
    """Its media type."""
    name: NotRequired[str]
    """If it has a name."""
    size: int
    """In bytes."""
    time: int
    """When it was prepared."""
    verified: NotRequired[Literal["digest", "size"]]
    """Of a complete one: `digest` if its bytes are those of `sha256`."""
    width: NotRequired[int]
    """In pixels, if known."""
    height: NotRequired[int]
    """In pixels, if known."""
    thumbnail: NotRequired[str]
    """The id of its small picture, if it has one."""


_MergedMessage = TypedDict("_MergedMessage", {"from": "str"})


class MergedMessage(_MergedMessage):
    time: int
    """When it was sent."""
    type: Literal[0, 1, 2, 3, 4, 5, 6, 10, 12, 20, 21, 100]
    """As it was sent."""
    body: dict[str, Any]
    """As it was when it was forwarded; of another message of type 21 its `title` and `count` alone."""
    media: NotRequired[list[MessageMedia]]
    """The uploads to which it refers, as they are now."""


class MessageRecalled(TypedDict):
    by: NotRequired[str]
    """The user who has recalled it; absent: a backend has."""
    time: int
    """When."""
    reason: NotRequired[str]
    """Only if one was given."""


class MessageEdited(TypedDict):
    time: int
    """When it was edited last."""
    version: int
    """How often it was edited."""


_MessageReplyTo = TypedDict("_MessageReplyTo", {"from": "str"})


class MessageReplyTo(_MessageReplyTo):
    msgId: str
    seq: int


class MessagePinned(TypedDict):
    by: str
    time: int


class MessageReaction(TypedDict):
    reaction: str
    count: int
    """How many users."""
    users: list[str]
    """The first few of them."""
    mine: NotRequired[bool]
    """Only in replies and in events about own reactions: whether the user is one of them."""


_Message = TypedDict("_Message", {"from": "str"})


class Message(_Message):
    msgId: str
    """The message's id."""
    clientMsgId: str
    """The sender's own id for the message."""
    conversationID: str
    """The conversation, as this user sees it."""
    sessionType: Literal[0, 1, 5]
    """0: between two users; 1: in a group; 5: in a super team."""
    seq: int
    """The message's number in the conversation."""
    nickname: NotRequired[str]
    """Only in a group: the sender's name there, if it has one."""
    type: Literal[0, 1, 2, 3, 4, 5, 6, 10, 12, 20, 21, 100]
    """As it was sent; 5: a notification of the gateway in a group."""
    body: dict[str, Any]
    """As it was sent; for a notification see [group-messages.md](group-messages.md)."""
    time: int
    """When the gateway accepted the message."""
    apnsContent: NotRequired[str]
    """Only if it was sent with one."""
    atUserList: NotRequired[list[str]]
    """Only if it was sent with one."""
    change: NotRequired[int]
    """Only if it has changed: the place of its newest change in the conversation."""
    recalled: NotRequired[MessageRecalled]
    """Only if it was recalled: its body is empty then."""
    edited: NotRequired[MessageEdited]
    """Only if it was edited."""
    replyTo: NotRequired[MessageReplyTo]
    """Only if it replies to a message of the conversation."""
    pinned: NotRequired[MessagePinned]
    """Only while it is pinned: by whom, and since when."""
    media: NotRequired[list[MessageMedia]]
    """Only if it refers to some."""
    streamID: NotRequired[str]
    """Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md)."""
    broken: NotRequired[Literal["aborted", "idle", "tooLong", "tooLarge", "draining", "stopped"]]
    """Only if it was streamed and is not whole: why it ended."""
    expireAt: NotRequired[int]
    """Only if it expires: from then on it is gone."""
    visibleTo: NotRequired[list[str]]
    """Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    `lastMessage`, and counts nowhere."""
    isExpired: NotRequired[bool]
    """Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty
    then."""
    reactions: NotRequired[list[MessageReaction]]
    """Only if there are some."""
    history: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    roaming: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    sync: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    persist: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    shouldBeCounted: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    apnsEnabled: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    apnsWithPrefix: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    route: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    teamReceipt: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    exclusiveReactions: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""


class MessageMedia(TypedDict):
    mediaID: str
    """Its id, for `media.url`."""
    state: Literal["ready", "pending", "refused", "deleted"]
    """`pending`: it waits for a review; of `refused` and `deleted` ones nothing else is told."""
    type: NotRequired[str]
    """Its media type."""
    name: NotRequired[str]
    """As its owner calls it, if it has a name."""
    size: NotRequired[int]
    """In bytes."""
    width: NotRequired[int]
    """In pixels, if known."""
    height: NotRequired[int]
    """In pixels, if known."""
    thumbnail: NotRequired[str]
    """The id of its small picture, if it has one."""


class OwnedMedia(TypedDict):
    owner: str
    """The user who has uploaded it."""
    mediaID: str
    """Its id."""
    use: Literal["message", "avatar"]
    """As it was prepared."""
    state: Literal["uploading", "pending", "ready", "refused", "deleted"]
    """How far it is."""
    type: str
    """Its media type."""
    name: NotRequired[str]
    """If it has a name."""
    size: int
    """In bytes."""
    time: int
    """When it was prepared."""
    verified: NotRequired[Literal["digest", "size"]]
    """Of a complete one: `digest` if its bytes are those of `sha256`."""
    width: NotRequired[int]
    """In pixels, if known."""
    height: NotRequired[int]
    """In pixels, if known."""
    thumbnail: NotRequired[str]
    """The id of its small picture, if it has one."""


class Profile(TypedDict):
    userID: str
    """The user."""
    nickname: str
    """The name that others see."""
    allowType: Literal[0, 1, 2]
    """Who may add the user. 0: all; 1: the user is asked; 2: nobody."""
    faceUrl: str
    """The avatar."""
    selfSignature: Bytes
    gender: Literal[0, 1, 2]
    """As it was set."""
    birthday: int
    """As it was set."""
    location: Bytes
    language: int
    """As it was set."""
    level: int
    """As it was set."""
    role: int
    """As it was set."""
    customInfo: dict[str, int | Bytes]
    """The custom fields that were set, by their names."""
    version: int
    """Another one after each change; 0: never changed."""


class Report(TypedDict):
    reportID: str
    """The report's id, in digits."""
    time: int
    """When it was made."""
    state: Literal["open", "taken", "resolved", "dismissed"]
    """How far it is."""
    kind: Literal["message", "user", "group", "room"]
    """What it is about."""
    reporter: NotRequired[str]
    """The user who made it; absent: a word of `moderation.queuedWords`."""
    userID: NotRequired[str]
    """The user whom it is about, or who wrote the message."""
    msgId: NotRequired[str]
    """The message."""
    groupID: NotRequired[str]
    """The group."""
    roomID: NotRequired[str]
    """The room."""
    reason: Literal["spam", "abuse", "sexual", "violence", "fraud", "illegal", "other", "words"]
    """Why."""
    text: str
    """The reporter's own words."""
    copy: dict[str, Any]
    """The message, or the facts about the user, group or room, as they were then."""
    note: str
    """The operators' note."""
    handledBy: NotRequired[str]
    """The admin key that has changed the report last."""
    handledAt: NotRequired[int]
    """When that was."""


class SharedFile(TypedDict):
    fileID: str
    """The file's id."""
    name: str
    """The file's name."""
    owner: str
    """The member who added it."""
    size: int
    """The file's size in bytes."""
    createTime: int
    """When it was added."""
    url: NotRequired[str]
    """Only if its bytes are elsewhere."""


class StatisticPeriodMessages(TypedDict):
    text: NotRequired[int]
    image: NotRequired[int]
    audio: NotRequired[int]
    video: NotRequired[int]
    location: NotRequired[int]
    notification: NotRequired[int]
    file: NotRequired[int]
    tip: NotRequired[int]
    call: NotRequired[int]
    elements: NotRequired[int]
    merged: NotRequired[int]
    custom: NotRequired[int]


class StatisticPeriodPushes(TypedDict):
    accepted: NotRequired[int]
    refused: NotRequired[int]
    unregistered: NotRequired[int]
    expired: NotRequired[int]


class StatisticPeriod(TypedDict):
    time: int
    """When the hour or the day began, UTC."""
    activeUsers: int
    """Users who have opened a session or sent a message."""
    newUsers: int
    """Accounts that were made."""
    groups: int
    """Groups that were made."""
    rooms: int
    """Live rooms that were made."""
    reports: int
    """Reports that were made."""
    peakSessions: int
    """The most sessions at a time, looked at once a second."""
    messageCount: int
    """Messages in conversations, the gateway's notifications included."""
    messages: StatisticPeriodMessages
    """The same by kind; absent: none."""
    pushes: StatisticPeriodPushes
    """Pushes by what has become of them; absent: none."""


class StreamedEvent(TypedDict):
    seq: int
    """The event's number in its stream."""
    event: str
    """The event's name."""
    data: dict[str, Any]
    """The event's data."""


class SubscriptionEventDetail(TypedDict):
    eventValue: Literal[0, 1]
    changeTime: int
    platform: int


class SubscriptionEventStatus(TypedDict):
    text: str
    """The line."""
    until: NotRequired[int]
    """Until when it is shown. Absent: until it is changed."""


class SubscriptionEvent(TypedDict):
    userId: str
    """The followed user."""
    subscribeType: int
    """As in `subscription.query`."""
    subscribeTime: int
    """Since when the caller follows the user."""
    expiry: int
    """For how many seconds."""
    details: NotRequired[list[SubscriptionEventDetail]]
    """With types 1 and 3: for each platform whether the user is online there, and since when."""
    status: NotRequired[SubscriptionEventStatus]
    """With types 1 and 3: as the user has set it."""
    userProfile: NotRequired[HostedProfile]


class SessionRefreshResult(TypedDict):
    """The result of `session.refresh`."""

    expiresAt: int
    """When the new token ends."""


class SessionListResultSession(TypedDict):
    session: str
    device: str
    platform: Literal["other", "ios", "android", "web", "pc", "miniweb", "harmony"]
    openedAt: int
    current: bool


class SessionListResult(TypedDict):
    """The result of `session.list`."""

    sessions: list[SessionListResultSession]
    """`openedAt` is in milliseconds since 1970; `current` marks the caller's session."""


class SessionCloseResult(TypedDict):
    """The result of `session.close`."""

    closed: bool
    """False if there is no such session any more."""


class MessageSendApnsMemberOption(TypedDict):
    forcePush: NotRequired[bool | None]
    userIds: NotRequired[list[str] | None]
    apnsContent: NotRequired[str | None]


class MessageSendApnsPayload(TypedDict):
    sound: NotRequired[str | None]
    badge: NotRequired[bool | None]
    channel: NotRequired[str | None]
    category: NotRequired[str | None]
    collapseId: NotRequired[str | None]
    subtitle: NotRequired[str | None]
    thread: NotRequired[str | None]
    custom: NotRequired[dict[str, Any] | None]


class MessageSendReplyTo(TypedDict):
    msgId: str


class MessageSendResult(TypedDict):
    """The result of `message.send`."""

    msgId: str
    """The message's id, in digits."""
    conversationID: str
    """The conversation."""
    seq: int
    """The message's number in the conversation: from 1, without gaps."""
    time: int
    """When the gateway accepted the message."""
    message: NotRequired[Message]


class MessageHistoryResult(TypedDict):
    """The result of `message.history`."""

    messages: list[Message]
    """The messages in the order of `direction`."""
    cursor: int
    """Send it for the next page; 0 at the end."""
    isFinished: bool
    """Whether this was the last page."""
    change: NotRequired[int]
    """Only if a message has ever changed: the place of the last change in the conversation."""


class MessageSearchResultHitMatch(TypedDict):
    member: Literal["text", "name"]
    """The member of the body."""
    element: NotRequired[int]
    """Only of a message of elements: the place of the one whose body it is, from 0."""
    start: int
    """The place of the first character, counted in Unicode scalars from 0."""
    end: int
    """The place behind the last one."""


class MessageSearchResultHit(TypedDict):
    message: Message
    matches: list[MessageSearchResultHitMatch]
    """What of the message was found, by member and place."""


class MessageSearchResult(TypedDict):
    """The result of `message.search`."""

    hits: list[MessageSearchResultHit]
    """Newest first; as many as fit into a page, perhaps none."""
    cursor: NotRequired[str]
    """Send it for the next page; absent at the end."""
    isFinished: bool
    """Whether this was the last page."""
    isComplete: bool
    """False: the index is still being built, or the caller has too many conversations, so hits may be missing."""


class MessageRecallResult(TypedDict):
    """The result of `message.recall`."""

    message: Message


class MessageEditResult(TypedDict):
    """The result of `message.edit`."""

    message: Message


class MessageReactResult(TypedDict):
    """The result of `message.react`."""

    message: Message


class MessageReactionsResultReaction(TypedDict):
    reaction: str
    userID: str
    time: int


class MessageReactionsResult(TypedDict):
    """The result of `message.reactions`."""

    reactions: list[MessageReactionsResultReaction]
    """Kind by kind, each in the order in which the users reacted."""
    next: NotRequired[str]
    """Send it as `cursor` for the next page; absent at the end."""


class MessageDeleteResult(TypedDict):
    """The result of `message.delete`."""

    msgIds: list[str]
    """Those that are deleted now and were not before."""


class MessageRepliesResult(TypedDict):
    """The result of `message.replies`."""

    messages: list[Message]
    """The replies in the order of `direction`."""
    next: NotRequired[str]
    """Send it as `cursor` for the next page; absent at the end."""


class MessagePinResult(TypedDict):
    """The result of `message.pin`."""

    message: Message


class MessageUnpinResult(TypedDict):
    """The result of `message.unpin`."""

    message: Message


class MessagePinsResult(TypedDict):
    """The result of `message.pins`."""

    messages: list[Message]
    """The one that was pinned last first, as many as fit into a reply."""
    msgIds: list[str]
    """All of them, in the same order: `message.get` reads those that did not fit."""
    change: int
    """The place of the last change in the conversation; 0: there was none."""


class MessageStarsResult(TypedDict):
    """The result of `message.stars`."""

    messages: list[Message]
    """Their copies, without reactions and pins."""
    cursor: NotRequired[str]
    """Send it for the next page; absent at the end."""


class MessageGetResultResult(TypedDict):
    msgId: str
    code: int
    message: NotRequired[Message]


class MessageGetResult(TypedDict):
    """The result of `message.get`."""

    results: list[MessageGetResultResult]
    """In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for the
    caller."""


class MessageChangesResult(TypedDict):
    """The result of `message.changes`."""

    changes: list[Change]
    """In their order."""
    change: int
    """Send it as `after` for the next page."""
    isFinished: bool
    """Whether this was the last page."""


class MessageForwardResult(TypedDict):
    """The result of `message.forward`."""

    msgId: str
    """The new message's id."""
    conversationID: str
    """The conversation."""
    seq: int
    """The message's number in the conversation."""
    time: int
    """When the gateway accepted the message."""


class MessageMergedResult(TypedDict):
    """The result of `message.merged`."""

    messages: list[MergedMessage]
    """The copies, the oldest first, as many as fit into a reply."""
    cursor: int
    """Send it for the next page; 0 at the end."""


class GroupReceiptCountsResultReceipt(TypedDict):
    msgId: str
    readCount: int
    unreadCount: int


class GroupReceiptCountsResult(TypedDict):
    """The result of `groupReceipt.counts`."""

    receipts: list[GroupReceiptCountsResultReceipt]
    """One for each message of the user that asks for receipts."""


class GroupReceiptDetailResult(TypedDict):
    """The result of `groupReceipt.detail`."""

    readUserIds: list[str]
    """The members who have read it, in the order of reading; by positions, who joined last first."""
    unreadUserIds: list[str]
    """Members who were there when it was sent, still are, and have not read it."""
    cursor: NotRequired[str]
    """Send it for the next page; absent at the end."""


_ConversationWatchResultConversationStream = TypedDict("_ConversationWatchResultConversationStream", {"from": "str"})


class ConversationWatchResultConversationStream(_ConversationWatchResultConversationStream):
    streamID: str
    text: str
    """What has come so far."""


class ConversationWatchResultConversation(TypedDict):
    conversationID: str
    """As it was sent."""
    streams: list[ConversationWatchResultConversationStream]
    """What is being streamed there, the first one first."""


class ConversationWatchResult(TypedDict):
    """The result of `conversation.watch`."""

    conversations: list[ConversationWatchResultConversation]
    """In the order sent."""


class ConversationListResult(TypedDict):
    """The result of `conversation.list`."""

    conversations: list[Conversation]
    """See [protocol.md](protocol.md)."""
    nextSeq: int
    """Send it for the next page; 0 at the end."""
    isFinished: bool
    """Whether this was the last page."""


class ConversationGetResultResult(TypedDict):
    conversationID: str
    code: int
    conversation: NotRequired[Conversation]


class ConversationGetResult(TypedDict):
    """The result of `conversation.get`."""

    conversation: NotRequired[Conversation]
    results: NotRequired[list[ConversationGetResultResult]]
    """If several were: one for each, in the order asked for; `code` 6017: not in the list. The reply has as many as
    fit; ask again for the rest."""


class ConversationTotalUnreadResult(TypedDict):
    """The result of `conversation.totalUnread`."""

    total: int
    """The number."""


class ConversationMarkReadResult(TypedDict):
    """The result of `conversation.markRead`."""

    unreadCount: int
    """How many messages are still unread."""


class ConversationMarkAllReadResult(TypedDict):
    """The result of `conversation.markAllRead`."""

    total: int
    """How many messages are still unread in all."""


class ConversationSetDraftResult(TypedDict):
    """The result of `conversation.setDraft`."""

    version: int
    """The draft's version; 0: there is none any more."""


class ConversationSetC2CReceiveOptResultResult(TypedDict):
    userID: str
    code: int


class ConversationSetC2CReceiveOptResult(TypedDict):
    """The result of `conversation.setC2CReceiveOpt`."""

    results: list[ConversationSetC2CReceiveOptResultResult]
    """One for each id, in the order sent; `code` 0: done. A repeated id counts once."""


class ConversationGetC2CReceiveOptResultResult(TypedDict):
    userID: str
    code: int
    opt: NotRequired[int]
    """The value that was set; 0 at first."""


class ConversationGetC2CReceiveOptResult(TypedDict):
    """The result of `conversation.getC2CReceiveOpt`."""

    results: list[ConversationGetC2CReceiveOptResultResult]
    """One for each id, in the order sent; `code` 0: done. A repeated id counts once."""


class ConversationGetGroupReceiveOptResult(TypedDict):
    """The result of `conversation.getGroupReceiveOpt`."""

    opt: int
    """The value that was set; 0 at first."""


class StreamEventsResult(TypedDict):
    """The result of `stream.events`."""

    events: list[StreamedEvent]
    """In their order, each as it is now. Events of a conversation that is no longer in the list are left out."""
    seq: int
    """Send it as `after` for the next page."""
    isFinished: bool
    """Whether this was the last page."""


class ProfileGetSelfResult(TypedDict):
    """The result of `profile.getSelf`."""

    profile: Profile


class ProfileGetResult(TypedDict):
    """The result of `profile.get`."""

    profiles: list[Profile]
    """The profiles of the users who exist, in the order asked for, each once."""
    unchanged: NotRequired[list[str]]
    """Only with `have`: users whose profiles have the version that the caller has."""
    left: list[str]
    """Users whose profiles did not fit into the reply; ask for them again."""


class ProfileSearchResultUser(TypedDict):
    userID: str
    nickname: str
    faceUrl: str


class ProfileSearchResult(TypedDict):
    """The result of `profile.search`."""

    users: list[ProfileSearchResultUser]
    """Those who have been there longest first."""


class GroupSearchResultGroup(TypedDict):
    groupID: str
    name: str
    avatar: str
    memberCount: int


class GroupSearchResult(TypedDict):
    """The result of `group.search`."""

    groups: list[GroupSearchResultGroup]
    """Those that were made first come first."""


class MediaPrepareResultUpload(TypedDict):
    kind: Literal["offsets", "put", "form", "parts"]
    """See [media.md](media.md)."""
    url: NotRequired[str]
    headers: NotRequired[dict[str, str]]
    fields: NotRequired[dict[str, str]]
    bytes: NotRequired[int]
    first: NotRequired[int]
    urls: NotRequired[list[str]]
    until: int
    """From then on the bytes are refused."""


class MediaPrepareResult(TypedDict):
    """The result of `media.prepare`."""

    mediaID: str
    """The upload's id."""
    state: Literal["uploading", "ready", "pending", "refused"]
    """`uploading`: its bytes are awaited."""
    upload: NotRequired[MediaPrepareResultUpload]
    """Only if its bytes are awaited: how they are sent."""
    url: NotRequired[str]
    """Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group."""


class MediaCompleteResult(TypedDict):
    """The result of `media.complete`."""

    mediaID: str
    """The upload."""
    state: Literal["ready", "pending", "refused"]
    """`pending`: others see it after a review."""
    type: str
    """Its media type."""
    size: int
    """In bytes."""
    verified: NotRequired[Literal["digest", "size"]]
    """Only if it is not refused: `digest` if its bytes are those of `sha256`."""
    width: NotRequired[int]
    """In pixels, if known."""
    height: NotRequired[int]
    """In pixels, if known."""
    url: NotRequired[str]
    """Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group."""


class MediaUrlResultUrl(TypedDict):
    mediaID: str
    url: NotRequired[str]
    until: NotRequired[int]
    code: NotRequired[int]
    """Instead: 1010, there is none for the caller."""


class MediaUrlResult(TypedDict):
    """The result of `media.url`."""

    urls: list[MediaUrlResultUrl]
    """In the order asked for. If there is none for the caller at all, the request is refused with 1010."""


class MediaListResult(TypedDict):
    """The result of `media.list`."""

    media: list[Media]
    """The newest first."""
    cursor: NotRequired[str]
    """Send it for the next page; absent at the end."""


class FriendListResult(TypedDict):
    """The result of `friend.list`."""

    friends: list[Friend]
    """The friends."""
    deleted: NotRequired[list[str]]
    """Only with `sinceVersion`: users who were friends then or later, but are not now."""
    friendGroupsChanged: NotRequired[bool]
    """Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again."""
    blacklistChanged: NotRequired[bool]
    """Only with `sinceVersion`: the blacklist has changed since then."""
    next: str
    """Send it for the next page; empty at the end."""
    isFinished: bool
    """Whether this was the last page."""
    version: int
    """Rises with every change of the friends, friend groups or blacklist."""


class FriendGetResult(TypedDict):
    """The result of `friend.get`."""

    friends: list[Friend]
    """The friends."""
    left: list[str]
    """Users who did not fit into the reply; ask for them again."""
    version: int
    """Rises with every change of the friends, friend groups or blacklist."""


class FriendAddResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendAddResult(TypedDict):
    """The result of `friend.add`."""

    result: FriendAddResultResult
    """`code`: 0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539; `info` says it in words."""


class FriendDeleteResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendDeleteResult(TypedDict):
    """The result of `friend.delete`."""

    results: list[FriendDeleteResultResult]
    """One for each id, in the order sent. `code`: 0, 31704 or 30003."""


class FriendRespondResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendRespondResult(TypedDict):
    """The result of `friend.respond`."""

    result: FriendRespondResultResult
    """`code`: 0, 30614, 30010 or 30014; `info` says it in words."""


class FriendCheckResultResult(TypedDict):
    userID: str
    code: int
    info: str
    relation: Literal[0, 1, 2, 3]
    """0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other."""


class FriendCheckResult(TypedDict):
    """The result of `friend.check`."""

    results: list[FriendCheckResultResult]
    """One for each id, in the order sent. `code`: 0 or 30003."""


class PendencyListResultItem(TypedDict):
    userID: str
    addTime: int
    addSource: str
    addWording: str
    nickname: str
    type: Literal[1, 2]


class PendencyListResult(TypedDict):
    """The result of `pendency.list`."""

    items: list[PendencyListResultItem]
    """`addTime` in seconds; `type` 1: received, 2: sent."""
    seq: int
    """The list's version. Keep it after the last page."""
    timestamp: int
    """Send it for the next page; 0 at the end."""
    unreadCount: int
    """How many received requests have not been reported as read."""


class PendencyReportResult(TypedDict):
    """The result of `pendency.report`."""

    unreadCount: int
    """How many requests are still unread."""


class BlacklistAddResultResult(TypedDict):
    userID: str
    code: int
    info: str


class BlacklistAddResult(TypedDict):
    """The result of `blacklist.add`."""

    results: list[BlacklistAddResultResult]
    """One for each id, in the order sent. `code`: 0, 31307, 30013 or 30003."""


class BlacklistDeleteResultResult(TypedDict):
    userID: str
    code: int
    info: str


class BlacklistDeleteResult(TypedDict):
    """The result of `blacklist.delete`."""

    results: list[BlacklistDeleteResultResult]
    """One for each id, in the order sent. `code`: 0, 31503 or 30003."""


class BlacklistListResultUser(TypedDict):
    userID: str
    addTime: int


class BlacklistListResult(TypedDict):
    """The result of `blacklist.list`."""

    users: list[BlacklistListResultUser]
    """`addTime` in seconds."""
    version: int
    """Rises with every change of the friends, friend groups or blacklist."""


class BlacklistCheckResultResult(TypedDict):
    userID: str
    code: int
    info: str
    blocked: bool
    """Whether the caller has blocked the user."""


class BlacklistCheckResult(TypedDict):
    """The result of `blacklist.check`."""

    results: list[BlacklistCheckResultResult]
    """One for each id, in the order sent. `code`: 0 or 30003."""


class FriendGroupListResultGroup(TypedDict):
    name: str
    userCnt: int
    friends: list[str]


class FriendGroupListResult(TypedDict):
    """The result of `friendGroup.list`."""

    groups: list[FriendGroupListResultGroup]
    """`friends`: the friends' ids in order. Unknown groups are left out."""
    next: int
    """Send it for the next page; 0 at the end. A page has as much as fits into one reply."""
    isFinished: bool
    """Whether this was the last page."""
    version: int
    """Rises with every change of the friends, friend groups or blacklist."""


class FriendGroupCreateResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendGroupCreateResult(TypedDict):
    """The result of `friendGroup.create`."""

    results: list[FriendGroupCreateResultResult]
    """One for each id, in the order sent. `code`: 0 or 32216."""


class FriendGroupAddFriendsResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendGroupAddFriendsResult(TypedDict):
    """The result of `friendGroup.addFriends`."""

    results: list[FriendGroupAddFriendsResultResult]
    """One for each id, in the order sent. `code`: 0, 32518 or 32519."""


class FriendGroupRemoveFriendsResultResult(TypedDict):
    userID: str
    code: int
    info: str


class FriendGroupRemoveFriendsResult(TypedDict):
    """The result of `friendGroup.removeFriends`."""

    results: list[FriendGroupRemoveFriendsResultResult]
    """One for each id, in the order sent. `code`: 0, 32518 or 32520."""


class GroupCreateResultResult(TypedDict):
    userID: str
    code: int
    info: str


class GroupCreateResult(TypedDict):
    """The result of `group.create`."""

    groupID: str
    """The group's id."""
    results: list[GroupCreateResultResult]
    """`code`: 0, 603 or 4."""


class GroupGetResult(TypedDict):
    """The result of `group.get`."""

    group: GroupDetails


class GroupGetManyResult(TypedDict):
    """The result of `group.getMany`."""

    groups: list[GroupDetails]
    """In the order asked for, each once; without `members`, `whiteList` and `muteList`."""
    left: list[str]
    """Groups that did not fit into the reply; ask for them again."""


class GroupMembersResult(TypedDict):
    """The result of `group.members`."""

    members: list[str]
    """The members' ids."""
    nicknames: NotRequired[dict[str, str]]
    """Only with `needNickname`: the nicknames by id, of members who have one."""
    seq: int
    """The last seq of the group's stream that is in the page: pages with one seq are of one moment."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupJoinedResultGroup(TypedDict):
    groupID: str
    name: str
    memberCount: NotRequired[int]
    permissionType: NotRequired[int]


class GroupJoinedResult(TypedDict):
    """The result of `group.joined`."""

    groups: list[GroupJoinedResultGroup]
    """The groups."""


class GroupJoinedCountResult(TypedDict):
    """The result of `group.joinedCount`."""

    count: int
    """The number of groups."""


class GroupPublicResultGroup(TypedDict):
    groupID: str
    name: str


class GroupPublicResult(TypedDict):
    """The result of `group.public`."""

    groups: list[GroupPublicResultGroup]
    """The groups."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupInviteResultResult(TypedDict):
    userID: str
    code: int
    info: str


class GroupInviteResult(TypedDict):
    """The result of `group.invite`."""

    results: list[GroupInviteResultResult]
    """`code`: 0, 204, 603, 4 or gw 1025."""


class GroupJoinResult(TypedDict):
    """The result of `group.join`."""

    joined: bool
    """False: owner and admins have been asked."""


class GroupGetAnnouncementResult(TypedDict):
    """The result of `group.getAnnouncement`."""

    announcement: str
    """The text that was set."""


class GroupGetAttributesResultMember(TypedDict):
    userID: str
    attributes: dict[str, str]


class GroupGetAttributesResult(TypedDict):
    """The result of `group.getAttributes`."""

    members: list[GroupGetAttributesResultMember]
    """One for each user who is a member."""


class GroupGetNotifyStateResult(TypedDict):
    """The result of `group.getNotifyState`."""

    state: Literal[0, 1, 2]
    """0 at first."""


class GroupMuteListResultMuteList(TypedDict):
    userID: str
    muteExpire: int


class GroupMuteListResult(TypedDict):
    """The result of `group.muteList`."""

    muteList: list[GroupMuteListResultMuteList]
    """`muteExpire` in milliseconds, or -1."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupWhiteListResult(TypedDict):
    """The result of `group.whiteList`."""

    whiteList: list[str]
    """The newest members first."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupBansResultBan(TypedDict):
    userID: str
    banExpire: int


class GroupBansResult(TypedDict):
    """The result of `group.bans`."""

    bans: list[GroupBansResultBan]
    """The last one banned first. `banExpire` in milliseconds, or -1."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupSetValuesValue(TypedDict):
    key: str
    value: NotRequired[str | None]
    ifVersion: NotRequired[int | None]


class GroupSetValuesCounter(TypedDict):
    name: str
    sum: NotRequired[int | None]


class GroupSetValuesResult(TypedDict):
    """The result of `group.setValues`."""

    seq: int
    """The last seq of the group's stream: the version of what was set."""


class GroupCountResult(TypedDict):
    """The result of `group.count`."""

    sum: int
    """With what was added."""


class GroupValuesResult(TypedDict):
    """The result of `group.values`."""

    values: list[GroupValue]
    """By their keys."""
    counters: dict[str, int]
    """The sums by the counters' names."""
    seq: int
    """The last seq of the group's stream that is in this."""


class GroupAddFileResult(TypedDict):
    """The result of `group.addFile`."""

    fileID: str
    """The file's id."""


class GroupPutFileData(TypedDict):
    b: str


class GroupPutFileResult(TypedDict):
    """The result of `group.putFile`."""

    received: int
    """How many bytes the gateway has."""


class GroupGetFileResult(TypedDict):
    """The result of `group.getFile`."""

    data: Bytes
    size: int
    """The file's size in bytes."""
    isFinished: bool
    """Whether this was the last piece."""


class GroupFilesResult(TypedDict):
    """The result of `group.files`."""

    files: list[SharedFile]
    """`createTime` in milliseconds."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupInvitationsResultInvitation(TypedDict):
    groupID: str
    name: str
    avatar: str
    memberCount: int
    inviter: str
    message: str
    time: int


class GroupInvitationsResult(TypedDict):
    """The result of `group.invitations`."""

    invitations: list[GroupInvitationsResultInvitation]
    """The group as it is now; `time` in milliseconds."""
    cursor: str
    """Send it for the next page; empty at the end."""


class GroupJoinRequestsResultRequest(TypedDict):
    groupID: str
    userID: str
    reason: str
    time: int


class GroupJoinRequestsResult(TypedDict):
    """The result of `group.joinRequests`."""

    requests: list[GroupJoinRequestsResultRequest]
    """`time` in milliseconds."""
    cursor: str
    """Send it for the next page; empty at the end."""


class ChannelPublishResult(TypedDict):
    """The result of `channel.publish`."""

    msgId: str
    """The message's id, in digits."""
    channelID: str
    """The channel."""
    seq: int
    """The message's number in the channel: it rises without gaps."""
    time: int
    """When the gateway accepted the message."""
    message: NotRequired[ChannelMessage]


class ChannelSubscribeResult(TypedDict):
    """The result of `channel.subscribe`."""

    channelID: str
    """The channel."""
    seq: int
    """The seq of its last message: what follows, the session is told."""


class ChannelListResultChannel(TypedDict):
    channelID: str
    """The channel's id."""
    title: str
    """As the backend has set it."""
    description: str
    """Likewise."""
    ext: str
    """Likewise: data of the application."""
    seq: int
    """The seq of its last message."""
    since: int
    """When the user has subscribed."""


class ChannelListResult(TypedDict):
    """The result of `channel.list`."""

    channels: list[ChannelListResultChannel]
    """The channels."""
    next: int
    """Send it for the next page; 0 at the end. A page has as much as fits into one reply."""


class ChannelInfoResult(TypedDict):
    """The result of `channel.info`."""

    channelID: str
    """The channel's id."""
    title: str
    """As the backend has set it."""
    description: str
    """Likewise."""
    ext: str
    """Likewise: data of the application."""
    access: Literal["open", "claim", "guests"]
    """`open`, `claim` or `guests`."""
    createdAt: int
    """When it was made."""
    followers: int
    """How many users follow it."""
    seq: int
    """The seq of its last message."""
    isSubscribed: bool
    """Whether the caller follows it."""
    isPublisher: bool
    """Whether the caller may publish to it."""


class ChannelHistoryResult(TypedDict):
    """The result of `channel.history`."""

    messages: list[ChannelMessage]
    """The messages in the order of `direction`."""
    cursor: int
    """Send it for the next page; 0 at the end."""
    isFinished: bool
    """Whether this was the last page."""
    seq: int
    """The seq of the channel's last message."""


class BroadcastListResult(TypedDict):
    """The result of `broadcast.list`."""

    broadcasts: list[Broadcast]
    """The broadcasts."""
    seq: int
    """The seq of the last broadcast of all."""
    isFinished: bool
    """Whether there are no more."""


class RoomEnterResultOccupancy(TypedDict):
    participants: int
    """Sessions and users' streams in the room."""
    guests: NotRequired[int]
    """Streams of guests. Absent: none."""


_RoomEnterResultMessage = TypedDict("_RoomEnterResultMessage", {"from": "NotRequired[str]"})


class RoomEnterResultMessage(_RoomEnterResultMessage):
    seq: int
    """The message's number in the epoch: from 1, without gaps."""
    msgId: str
    """The message's id."""
    clientMsgId: str
    """The sender's own id for it."""
    type: int
    """As with `message.send`."""
    body: dict[str, Any]
    """The content; `{}` if it was recalled."""
    time: int
    """When it was drawn."""
    priority: Literal["high", "normal", "low"]
    """`high`, `normal` or `low`."""
    isRecalled: NotRequired[bool]
    """Only `true`: it was recalled or cleared."""


class RoomEnterResultValue(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomEnterResult(TypedDict):
    """The result of `room.enter`."""

    roomID: str
    """The room's id."""
    title: str
    """As the backend has set it."""
    ext: str
    """Data of the application, as the backend has set it."""
    slowSeconds: int
    """So many seconds lie between two messages of a user; 0: no slow mode."""
    isMuted: bool
    """Only the owner, admins and speakers may send."""
    valuesBy: Literal["admins", "all"]
    """Who sets values."""
    epoch: int
    """The life of the room in which messages are numbered."""
    seq: int
    """The seq of the last message."""
    role: Literal["participant", "admin", "owner"]
    """The caller's role."""
    mutedUntil: NotRequired[int]
    """Until then the caller may not send."""
    occupancy: RoomEnterResultOccupancy
    """How many are in the room."""
    verdict: NotRequired[Literal["recovered", "gap"]]
    """With `epoch` and `seq`: `recovered`, `messages` are all that was missed; `gap`: more was missed, or the epoch is
    another."""
    messages: list[RoomEnterResultMessage]
    """The last messages, the newest last."""
    state: int
    """The state of the room's values."""
    values: NotRequired[list[RoomEnterResultValue]]
    """The values. Absent: the client has them, or they do not fit, and `room.values` returns them."""
    counters: NotRequired[dict[str, int]]
    """The sums of the room's counters, if it has any."""
    queueState: int
    """The state of the room's queue, which `room.queue` returns."""


class RoomParticipantsResultParticipant(TypedDict):
    userID: str
    """The user."""
    role: Literal["participant", "admin", "owner"]
    """The user's role."""
    since: int
    """When its first session entered."""
    mutedUntil: NotRequired[int]
    """Until then the user may not send."""


class RoomParticipantsResultOccupancy(TypedDict):
    participants: int
    """Sessions and users' streams in the room."""
    guests: NotRequired[int]
    """Streams of guests. Absent: none."""


class RoomParticipantsResult(TypedDict):
    """The result of `room.participants`."""

    participants: list[RoomParticipantsResultParticipant]
    """The users."""
    isSample: bool
    """Whether there are more."""
    occupancy: RoomParticipantsResultOccupancy
    """How many are in the room."""


_RoomSendResultMessage = TypedDict("_RoomSendResultMessage", {"from": "NotRequired[str]"})


class RoomSendResultMessage(_RoomSendResultMessage):
    seq: int
    """The message's number in the epoch: from 1, without gaps."""
    msgId: str
    """The message's id."""
    clientMsgId: str
    """The sender's own id for it."""
    type: int
    """As with `message.send`."""
    body: dict[str, Any]
    """The content; `{}` if it was recalled."""
    time: int
    """When it was drawn."""
    priority: Literal["high", "normal", "low"]
    """`high`, `normal` or `low`."""
    isRecalled: NotRequired[bool]
    """Only `true`: it was recalled or cleared."""


class RoomSendResult(TypedDict):
    """The result of `room.send`."""

    msgId: str
    """The message's id."""
    seq: int
    """Its number in the room's epoch: from 1, without gaps."""
    time: int
    """When it was drawn."""
    message: NotRequired[RoomSendResultMessage]
    """What all are told, if a hook has replaced it."""


class RoomSetValuesValue(TypedDict):
    key: str
    value: NotRequired[str | None]
    ifVersion: NotRequired[int | None]
    isTransient: NotRequired[bool | None]


class RoomSetValuesResult(TypedDict):
    """The result of `room.setValues`."""

    state: int
    """The number of their last change, as `room.enter` and events say it."""


class RoomValuesResultValue(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomValuesResult(TypedDict):
    """The result of `room.values`."""

    state: int
    """The number of their last change, as `room.enter` and events say it."""
    values: list[RoomValuesResultValue]
    """The values."""


class RoomOfferResult(TypedDict):
    """The result of `room.offer`."""

    state: int
    """The number of their last change, as `room.enter` and events say it."""


class RoomPollResultElement(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomPollResult(TypedDict):
    """The result of `room.poll`."""

    state: int
    """The number of their last change, as `room.enter` and events say it."""
    element: NotRequired[RoomPollResultElement]
    """The element; absent: there is none."""


class RoomQueueResultElement(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomQueueResult(TypedDict):
    """The result of `room.queue`."""

    state: int
    """The number of their last change, as `room.enter` and events say it."""
    elements: list[RoomQueueResultElement]
    """The elements, the head first."""


class CallInviteResult(TypedDict):
    """The result of `call.invite`."""

    call: Call


class CallAcceptResult(TypedDict):
    """The result of `call.accept`."""

    call: Call


class CallRejectResult(TypedDict):
    """The result of `call.reject`."""

    call: Call


class CallCancelResult(TypedDict):
    """The result of `call.cancel`."""

    call: Call


class CallLeaveResult(TypedDict):
    """The result of `call.leave`."""

    call: Call


class ReportCreateResult(TypedDict):
    """The result of `report.create`."""

    reportID: str
    """The report's id, in digits."""


class UserProfileGetMineResult(TypedDict):
    """The result of `userProfile.getMine`."""

    profile: HostedProfile


class UserProfileGetResult(TypedDict):
    """The result of `userProfile.get`."""

    profiles: list[HostedProfile]
    """The profiles of the users who exist, in the order asked for, each once."""


class UserProfileGetVisibilityResult(TypedDict):
    """The result of `userProfile.getVisibility`."""

    visibility: Literal[0, 1, 2, 3]
    """The value that was set; 0 at first."""


class UserProfileSearchResult(TypedDict):
    """The result of `userProfile.search`."""

    profile: HostedProfile


class SubscriptionSubscribeResult(TypedDict):
    """The result of `subscription.subscribe`."""

    status: int
    """0, or the code of the first user that failed: 26021 or 34308."""
    failedUserIds: list[str]
    """All users that failed; for the others it is done."""


class SubscriptionUnsubscribeResult(TypedDict):
    """The result of `subscription.unsubscribe`."""

    status: int
    """0, or the code of the first user that failed: 26021 or 34308."""
    failedUserIds: list[str]
    """All users that failed; for the others it is done."""


class SubscriptionQueryResult(TypedDict):
    """The result of `subscription.query`."""

    events: list[SubscriptionEvent]
    """See [subscriptions.md](subscriptions.md)."""


class SubscriptionListResult(TypedDict):
    """The result of `subscription.list`."""

    events: list[SubscriptionEvent]
    """See [subscriptions.md](subscriptions.md)."""


class PushUnregisterResult(TypedDict):
    """The result of `push.unregister`."""

    unregistered: bool
    """False if the device was not registered."""


class PushDevicesResultDevice(TypedDict):
    device: str
    platform: Literal["other", "ios", "android", "web", "pc", "miniweb", "harmony"]
    provider: Literal[
        "apns", "apnsVoip", "fcm", "huawei", "harmony", "honor", "xiaomi", "oppo", "vivo", "meizu", "webPush",
        "webhook",
    ]
    app: NotRequired[str]
    token: str
    language: NotRequired[str]
    preview: Literal["none", "sender", "full"]
    since: int


class PushDevicesResult(TypedDict):
    """The result of `push.devices`."""

    devices: list[PushDevicesResultDevice]
    """In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8
    characters; `language`, `preview`: as registered."""


class PushWebPushKeyResult(TypedDict):
    """The result of `push.webPushKey`."""

    key: str
    """The `applicationServerKey`."""


class PushGetGlobalDndResult(TypedDict):
    """The result of `push.getGlobalDnd`."""

    enabled: bool
    """As it was set; false at first."""
    start: str
    """As it was set."""
    end: str
    """As it was set."""
    utcOffset: int
    """As it was set."""


class PushExplainResultDevice(TypedDict):
    device: str
    platform: Literal["other", "ios", "android", "web", "pc", "miniweb", "harmony"]
    provider: Literal[
        "apns", "apnsVoip", "fcm", "huawei", "harmony", "honor", "xiaomi", "oppo", "vivo", "meizu", "webPush",
        "webhook",
    ]
    app: NotRequired[str]
    token: str
    title: NotRequired[str]
    body: str
    state: Literal["waiting", "accepted", "refused", "unregistered", "expired"]
    attempts: int
    status: int
    answer: str
    answeredAt: int
    delivered: NotRequired[int]
    opened: NotRequired[int]
    notShown: NotRequired[str]
    replaced: NotRequired[Literal[True]]


class PushExplainResult(TypedDict):
    """The result of `push.explain`."""

    pushed: bool | None
    """Whether the message was pushed; null: not decided yet."""
    reason: NotRequired[str]
    """Only if not: `ownMessage`, `recalled`, `expired`, `notMember`, `switchedOff`, `groupBlocked`, `refused`,
    `notification`, `notMentioned`, `withoutPush`, `mentionsOnly`, `notifyNone`, `notifyManagersOnly`, `quietHours`,
    `noDevice`, `online`, `noProvider`; see [pushes.md](pushes.md)."""
    rule: NotRequired[str]
    """The rule that gives the reason."""
    text: NotRequired[str]
    """Only if pushed: the push's text."""
    badge: NotRequired[int]
    """Only if pushed: the number of all unread messages."""
    forced: NotRequired[bool]
    """Only if pushed: whether the sender forced it."""
    sessionLost: NotRequired[Literal[True]]
    """True if it was pushed because a session that had been sent the message was lost; else left out."""
    recalled: NotRequired[Literal[True]]
    """True if it was recalled after it was pushed: the text is that of the push that takes its place."""
    expired: NotRequired[Literal[True]]
    """The same if it has expired since."""
    edited: NotRequired[Literal[True]]
    """True if it was edited after it was pushed, and pushed again for that."""
    devices: NotRequired[list[PushExplainResultDevice]]
    """Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`,
    `refused`, `unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`, `notShown`:
    what receipts say, left out before; `replaced`: this is the push that took the place of another."""


class SessionKickedEvent(TypedDict):
    """The data of the event `session.kicked`."""

    reason: Literal[
        "sameDevice", "exclusivePlatform", "tooManySessions", "closedByUser", "accountEnded", "tokenRevoked", "kicked",
    ]
    """Why."""
    device: NotRequired[str]
    """Only with the first three: the device of the session that replaces this one."""
    platform: NotRequired[str]
    """Only with the first three: that session's platform."""
    text: NotRequired[str]
    """Only with `kicked`: what the administrator says."""


class SessionExpiringEvent(TypedDict):
    """The data of the event `session.expiring`."""

    expiresAt: int
    """When the token ends."""


class ServerDrainingEvent(TypedDict):
    """The data of the event `server.draining`."""

    reconnectAfterMilliseconds: int
    """How long the client waits after the close before it connects again; different for each client."""


class ConversationSyncFinishEvent(TypedDict):
    """The data of the event `conversation.syncFinish`."""

    isComplete: bool
    """False: some are missing, because the user's stream is not `recovered` or there were too many; list the
    conversations."""


class SubscriptionEventChangedEvent(TypedDict):
    """The data of the event `subscription.eventChanged`."""

    events: list[SubscriptionEvent]
    """See [subscriptions.md](subscriptions.md)."""


class SubscriptionSyncCompletedEvent(TypedDict):
    """The data of the event `subscription.syncCompleted`."""

    subscribeType: int
    """1 to 4."""


_RoomFrameEventMessage = TypedDict("_RoomFrameEventMessage", {"from": "NotRequired[str]"})


class RoomFrameEventMessage(_RoomFrameEventMessage):
    seq: int
    """The message's number in the epoch: from 1, without gaps."""
    msgId: str
    """The message's id."""
    clientMsgId: str
    """The sender's own id for it."""
    type: int
    """As with `message.send`."""
    body: dict[str, Any]
    """The content; `{}` if it was recalled."""
    time: int
    """When it was drawn."""
    priority: Literal["high", "normal", "low"]
    """`high`, `normal` or `low`."""
    isRecalled: NotRequired[bool]
    """Only `true`: it was recalled or cleared."""


class RoomFrameEventOccupancy(TypedDict):
    participants: int
    """Sessions and users' streams in the room."""
    guests: NotRequired[int]
    """Streams of guests. Absent: none."""


_RoomFrameEventCleared = TypedDict("_RoomFrameEventCleared", {"from": "NotRequired[str]"})


class RoomFrameEventCleared(_RoomFrameEventCleared):
    msgId: NotRequired[str]
    """This message is gone: it was recalled."""
    seq: NotRequired[int]
    """With `msgId`: its number."""


class RoomFrameEvent(TypedDict):
    """The data of the event `room.frame`."""

    roomID: str
    """The room's id."""
    epoch: int
    """The life of the room in which the messages are numbered."""
    messages: NotRequired[list[RoomFrameEventMessage]]
    """The messages that were drawn, in the order that all see. A hole before the first: so many were missed."""
    shed: NotRequired[int]
    """How many more were offered, and not drawn."""
    occupancy: NotRequired[RoomFrameEventOccupancy]
    """How many are in the room. Every 5 seconds, if it has changed."""
    counters: NotRequired[dict[str, int]]
    """The room's counters that have grown, with their sums. Every second at most."""
    entered: NotRequired[list[str]]
    """The last users who have entered, 5 at most: in a room with `showsEntries`."""
    cleared: NotRequired[list[RoomFrameEventCleared]]
    """What clients no longer show."""


class RoomLeftEvent(TypedDict):
    """The data of the event `room.left`."""

    roomID: str
    """The room's id."""
    reason: Literal["kicked", "banned"]
    """`kicked`: the user may enter again; `banned`: not before the ban ends."""


class RoomEndedEvent(TypedDict):
    """The data of the event `room.ended`."""

    roomID: str
    """The room's id."""


class RoomChangedEvent(TypedDict):
    """The data of the event `room.changed`."""

    roomID: str
    """The room's id."""
    title: str
    """As the backend has set it."""
    ext: str
    """Data of the application, as the backend has set it."""
    slowSeconds: int
    """So many seconds lie between two messages of a user; 0: no slow mode."""
    isMuted: bool
    """Only the owner, admins and speakers may send."""
    valuesBy: Literal["admins", "all"]
    """Who sets values."""


class RoomValuesChangedEventSet(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomValuesChangedEvent(TypedDict):
    """The data of the event `room.valuesChanged`."""

    roomID: str
    """The room's id."""
    former: int
    """The state before it."""
    state: int
    """The state after it."""
    set: list[RoomValuesChangedEventSet]
    """What was set."""
    removed: list[str]
    """The keys that are gone."""


class RoomQueueChangedEventSet(TypedDict):
    key: str
    """The key."""
    value: str
    """What was set."""
    version: int
    """The `state` that began with it, for `ifVersion`."""
    by: NotRequired[str]
    """The user who has set it; absent: a backend has."""
    isTransient: NotRequired[bool]
    """Only `true`: it goes when that user has left."""
    position: int
    """In the queue: the order, the head first. For values it means nothing."""


class RoomQueueChangedEvent(TypedDict):
    """The data of the event `room.queueChanged`."""

    roomID: str
    """The room's id."""
    former: int
    """The state before it."""
    state: int
    """The state after it."""
    set: list[RoomQueueChangedEventSet]
    """What was set."""
    removed: list[str]
    """The keys that are gone."""


_MessageAppendedEvent = TypedDict("_MessageAppendedEvent", {"from": "str"})


class MessageAppendedEvent(_MessageAppendedEvent):
    """The data of the event `message.appended`."""

    conversationID: str
    """The conversation, as this user sees it."""
    streamID: str
    """The id of the text until it is a message."""
    offset: int
    """Where this part begins, in bytes of UTF-8. 0: the text begins anew. With a hole before it, watch again."""
    text: str
    """This part."""


class MessageEndedEvent(TypedDict):
    """The data of the event `message.ended`."""

    conversationID: str
    """The conversation, as this user sees it."""
    streamID: str
    """The id of the text."""
    reason: Literal["aborted", "idle", "tooLong", "tooLarge", "draining", "stopped", "refused", "failed"]
    """`refused`: it may not be sent any more; `failed`: it could not be stored, or its node is gone. The others are as
    in `broken` of a message."""


_CallInvitedEvent = TypedDict("_CallInvitedEvent", {"from": "str"})


class CallInvitedEvent(_CallInvitedEvent):
    """The data of the event `call.invited`."""

    callID: str
    conversationID: str
    """As this user sees it."""
    kind: str
    """As the inviter has sent it."""
    time: int
    """When the inviter called."""
    users: list[CallUser]
    """The inviter first."""
    seconds: int
    """For so long it still rings, by the gateway's clock."""
    data: NotRequired[dict[str, Any]]
    """The inviter's, or that of a hook."""


class ChannelChangedEvent(TypedDict):
    """The data of the event `channel.changed`."""

    channelID: str
    """The channel's id."""
    title: str
    """As the backend has set it."""
    description: str
    """Likewise."""
    ext: str
    """Likewise: data of the application."""


class ChannelDestroyedEvent(TypedDict):
    """The data of the event `channel.destroyed`."""

    channelID: str
    """The channel's id."""


class ChannelSubscriptionChangedEvent(TypedDict):
    """The data of the event `channel.subscriptionChanged`."""

    channelID: str
    """The channel's id."""
    isSubscribed: bool
    """Whether the user follows it now."""
    seq: NotRequired[int]
    """Only if it is followed: the seq of its last message."""


class ConversationChangedEvent(TypedDict):
    """The data of the event `conversation.changed`."""

    conversations: list[Conversation]
    """Each conversation complete, as it is now."""


class ConversationDeletedEvent(TypedDict):
    """The data of the event `conversation.deleted`."""

    conversationIDs: list[str]
    """The conversations."""


class ConversationDraftChangedEvent(TypedDict):
    """The data of the event `conversation.draftChanged`."""

    conversationID: str
    """The conversation."""
    draft: NotRequired[Draft]


class ConversationNewEvent(TypedDict):
    """The data of the event `conversation.new`."""

    conversations: list[Conversation]
    """Each conversation complete, as it is now."""


class ConversationTotalUnreadChangedEvent(TypedDict):
    """The data of the event `conversation.totalUnreadChanged`."""

    total: int
    """The number as it is now."""


class FriendChangedEventUser(TypedDict):
    userID: str
    addWording: NotRequired[str]
    addSource: NotRequired[str]
    pendencyType: NotRequired[Literal[1, 2]]


class FriendChangedEvent(TypedDict):
    """The data of the event `friend.changed`."""

    type: int
    """1 friends added, 2 friends deleted, 3 a request sent or received, 4 requests gone; and by the user itself: 5
    users blocked, 6 users unblocked, 7 requests read, 8 fields of a friend changed."""
    users: list[FriendChangedEventUser]
    """The other users. Reason and source come with type 3; `pendencyType` with 3 and 4: the event's receiver got (1) or
    sent (2) the request."""
    version: NotRequired[int]
    """The current `version` of `relations` in `session.open`. Absent with types 3, 4 and 7, and when the event is
    repeated from the stream."""
    pendencySeq: NotRequired[int]
    """With types 3, 4 and 7 instead: the current `pendencySeq` of `relations` in `session.open`."""
    unreadCount: NotRequired[int]
    """Only with type 7: how many requests are unread."""
    self: NotRequired[Literal[True]]
    """Only if the user itself made the change, on another device."""


class FriendGroupChangedEventGroup(TypedDict):
    name: str
    added: list[str]
    removed: list[str]


_FriendGroupChangedEventRenamed = TypedDict("_FriendGroupChangedEventRenamed", {"from": "str"})


class FriendGroupChangedEventRenamed(_FriendGroupChangedEventRenamed):
    to: str


class FriendGroupChangedEvent(TypedDict):
    """The data of the event `friendGroup.changed`."""

    self: Literal[True]
    """Always present."""
    version: int
    """The current `version` of `relations` in `session.open`."""
    created: list[str]
    """New groups."""
    deleted: list[str]
    """Deleted groups."""
    groups: list[FriendGroupChangedEventGroup]
    """Groups that got or lost friends, with the friends' ids."""
    renamed: NotRequired[FriendGroupChangedEventRenamed]
    """Only if a group was renamed."""


class GroupReceiptChangedEventReceipt(TypedDict):
    msgId: str
    readCount: int
    unreadCount: int


class GroupReceiptChangedEvent(TypedDict):
    """The data of the event `groupReceipt.changed`."""

    groupID: str
    """The group."""
    receipts: list[GroupReceiptChangedEventReceipt]
    """One for each message of the user that asks for receipts."""


class MessageChangedEvent(TypedDict):
    """The data of the event `message.changed`."""

    conversationID: str
    """The conversation, as this user sees it."""
    change: int
    """The place of the change in the conversation: from 1, rising."""
    message: Message


class MessageDeletedEvent(TypedDict):
    """The data of the event `message.deleted`."""

    conversationID: str
    """The conversation, as this user sees it."""
    msgIds: list[str]
    """The messages."""


class MessageGoneEvent(TypedDict):
    """The data of the event `message.gone`."""

    conversationID: str
    """The conversation, as this user sees it."""
    change: int
    """The place of the change in the conversation."""
    msgId: str
    """The message's id."""
    seq: int
    """The message's number in the conversation."""


class MessageNewEventRecalled(TypedDict):
    by: NotRequired[str]
    """The user who has recalled it; absent: a backend has."""
    time: int
    """When."""
    reason: NotRequired[str]
    """Only if one was given."""


class MessageNewEventEdited(TypedDict):
    time: int
    """When it was edited last."""
    version: int
    """How often it was edited."""


_MessageNewEventReplyTo = TypedDict("_MessageNewEventReplyTo", {"from": "str"})


class MessageNewEventReplyTo(_MessageNewEventReplyTo):
    msgId: str
    seq: int


class MessageNewEventPinned(TypedDict):
    by: str
    time: int


class MessageNewEventReaction(TypedDict):
    reaction: str
    count: int
    """How many users."""
    users: list[str]
    """The first few of them."""
    mine: NotRequired[bool]
    """Only in replies and in events about own reactions: whether the user is one of them."""


_MessageNewEvent = TypedDict("_MessageNewEvent", {"from": "str"})


class MessageNewEvent(_MessageNewEvent):
    """The data of the event `message.new`."""

    msgId: str
    """The message's id."""
    clientMsgId: str
    """The sender's own id for the message."""
    conversationID: str
    """The conversation, as this user sees it."""
    sessionType: Literal[0, 1, 5]
    """0: between two users; 1: in a group; 5: in a super team."""
    seq: int
    """The message's number in the conversation."""
    nickname: NotRequired[str]
    """Only in a group: the sender's name there, if it has one."""
    type: Literal[0, 1, 2, 3, 4, 5, 6, 10, 12, 20, 21, 100]
    """As it was sent; 5: a notification of the gateway in a group."""
    body: dict[str, Any]
    """As it was sent; for a notification see [group-messages.md](group-messages.md)."""
    time: int
    """When the gateway accepted the message."""
    apnsContent: NotRequired[str]
    """Only if it was sent with one."""
    atUserList: NotRequired[list[str]]
    """Only if it was sent with one."""
    change: NotRequired[int]
    """Only if it has changed: the place of its newest change in the conversation."""
    recalled: NotRequired[MessageNewEventRecalled]
    """Only if it was recalled: its body is empty then."""
    edited: NotRequired[MessageNewEventEdited]
    """Only if it was edited."""
    replyTo: NotRequired[MessageNewEventReplyTo]
    """Only if it replies to a message of the conversation."""
    pinned: NotRequired[MessageNewEventPinned]
    """Only while it is pinned: by whom, and since when."""
    media: NotRequired[list[MessageMedia]]
    """Only if it refers to some."""
    streamID: NotRequired[str]
    """Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md)."""
    broken: NotRequired[Literal["aborted", "idle", "tooLong", "tooLarge", "draining", "stopped"]]
    """Only if it was streamed and is not whole: why it ended."""
    expireAt: NotRequired[int]
    """Only if it expires: from then on it is gone."""
    visibleTo: NotRequired[list[str]]
    """Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    `lastMessage`, and counts nowhere."""
    isExpired: NotRequired[bool]
    """Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty
    then."""
    reactions: NotRequired[list[MessageNewEventReaction]]
    """Only if there are some."""
    history: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    roaming: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    sync: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    persist: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    shouldBeCounted: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    apnsEnabled: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    apnsWithPrefix: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    route: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    teamReceipt: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    exclusiveReactions: NotRequired[bool]
    """Only if it differs from the default of `message.send`."""
    unreadCount: NotRequired[int]
    """Only for the receiver of a message between two: how many messages of the conversation are unread now."""
    totalUnread: NotRequired[int]
    """Only beside `unreadCount`, if it has changed: how many messages are unread in all."""


_MessageSignaledEvent = TypedDict("_MessageSignaledEvent", {"from": "str"})


class MessageSignaledEvent(_MessageSignaledEvent):
    """The data of the event `message.signaled`."""

    conversationID: str
    """The conversation, as this user sees it."""
    name: str
    """As it was sent."""
    data: NotRequired[dict[str, Any]]
    """As it was sent."""


class NotificationNewEvent(TypedDict):
    """The data of the event `notification.new`."""

    name: str
    """As it was sent."""
    data: dict[str, Any]
    """As it was sent."""


class ProfileChangedEvent(TypedDict):
    """The data of the event `profile.changed`."""

    type: int
    """1."""
    fromUser: str
    """The user whose profile changed."""
    nickname: str
    """The name that others see."""
    faceUrl: str
    """The avatar."""
    version: int
    """The profile's version, as in `profile.get`."""


class PushGlobalDndChangedEvent(TypedDict):
    """The data of the event `push.globalDndChanged`."""

    enabled: bool
    """As it was set; false at first."""
    start: str
    """As it was set."""
    end: str
    """As it was set."""
    utcOffset: int
    """As it was set."""


class ReceiptDeliveredEvent(TypedDict):
    """The data of the event `receipt.delivered`."""

    conversationID: str
    """The conversation."""
    seq: int
    """Every message up to there has come."""


class ReceiptNewEvent(TypedDict):
    """The data of the event `receipt.new`."""

    conversationID: str
    """The conversation."""
    timestamp: int
    """Every message up to then has been read."""


class SubscriptionChangedOnOtherDevicesEventEvent(TypedDict):
    userId: str
    subscribeType: int
    operationType: Literal[0, 1]
    subscribeTime: int
    expiry: int


class SubscriptionChangedOnOtherDevicesEvent(TypedDict):
    """The data of the event `subscription.changedOnOtherDevices`."""

    device: NotRequired[str]
    """The device; absent in events from before release 0.2."""
    events: list[SubscriptionChangedOnOtherDevicesEventEvent]
    """`operationType` 0: subscribed, 1: unsubscribed."""


class GroupInvitationDidReceiveEvent(TypedDict):
    """The data of the event `group.invitationDidReceive`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    inviter: str
    """A user."""
    message: str
    """As it was given."""
    name: str
    """The group's name."""
    avatar: str
    """The group's avatar."""
    memberCount: int
    """How many members the group has."""


class GroupInvitationDidAcceptEvent(TypedDict):
    """The data of the event `group.invitationDidAccept`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    invitee: str
    """A user."""


class GroupInvitationDidDeclineEvent(TypedDict):
    """The data of the event `group.invitationDidDecline`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    invitee: str
    """A user."""
    reason: str
    """As it was given."""


class GroupJoinRequestDidReceiveEvent(TypedDict):
    """The data of the event `group.joinRequestDidReceive`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    user: str
    """A user."""
    reason: str
    """As it was given."""


class GroupJoinRequestDidApproveEvent(TypedDict):
    """The data of the event `group.joinRequestDidApprove`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    applicant: str
    """A user."""
    operator: str
    """A user."""


class GroupJoinRequestDidDeclineEvent(TypedDict):
    """The data of the event `group.joinRequestDidDecline`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    reason: str
    """As it was given."""
    decliner: str
    """A user."""
    applicant: str
    """A user."""


class GroupDidJoinEvent(TypedDict):
    """The data of the event `group.didJoin`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    inviter: str
    """A user."""
    message: str
    """As it was given."""


class GroupDidLeaveEvent(TypedDict):
    """The data of the event `group.didLeave`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    reason: Literal[0, 1, 2]
    """0: removed; 1: left; 2: the group was destroyed."""


class GroupUserDidJoinEvent(TypedDict):
    """The data of the event `group.userDidJoin`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    user: str
    """A user."""


class GroupUserDidLeaveEvent(TypedDict):
    """The data of the event `group.userDidLeave`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    user: str
    """A user."""


class GroupMuteListDidUpdateEvent(TypedDict):
    """The data of the event `group.muteListDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    added: NotRequired[list[str]]
    """Users."""
    removed: NotRequired[list[str]]
    """Users."""
    muteExpire: NotRequired[int]
    """With `added`: when the mute ends, in milliseconds; -1: never."""


class GroupWhiteListDidUpdateEvent(TypedDict):
    """The data of the event `group.whiteListDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    added: NotRequired[list[str]]
    """Users."""
    removed: NotRequired[list[str]]
    """Users."""


class GroupAllMemberMuteChangedEvent(TypedDict):
    """The data of the event `group.allMemberMuteChanged`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    isAllMemberMuted: bool
    """Whether all members are muted."""


class GroupAdminListDidUpdateEvent(TypedDict):
    """The data of the event `group.adminListDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    added: NotRequired[str]
    """A user."""
    removed: NotRequired[str]
    """A user."""


class GroupOwnerDidUpdateEvent(TypedDict):
    """The data of the event `group.ownerDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    newOwner: str
    """A user."""
    oldOwner: str
    """A user."""


class GroupAnnouncementDidUpdateEvent(TypedDict):
    """The data of the event `group.announcementDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    announcement: str
    """As it was given."""


class GroupFileListDidUpdateEvent(TypedDict):
    """The data of the event `group.fileListDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    added: NotRequired[SharedFile]
    removed: NotRequired[str]
    """Only if a file was removed: its id."""


class GroupSpecificationDidUpdateEvent(TypedDict):
    """The data of the event `group.specificationDidUpdate`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    group: Group


class GroupAttributesChangedOfMemberEvent(TypedDict):
    """The data of the event `group.attributesChangedOfMember`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    userID: str
    """A user."""
    attributes: dict[str, str]
    """The changed attributes; an empty one was deleted."""
    operatorID: str
    """A user."""


class GroupNotifyStateChangedEvent(TypedDict):
    """The data of the event `group.notifyStateChanged`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    state: Literal[0, 1, 2]
    """The state as it is now."""


class GroupBlockChangedEvent(TypedDict):
    """The data of the event `group.blockChanged`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    isBlocked: bool
    """Whether the member blocks the group now."""


class GroupNotificationDidReceiveEvent(TypedDict):
    """The data of the event `group.notificationDidReceive`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    name: str
    """As it was given."""
    data: dict[str, Any]
    """As it was sent."""


class GroupValuesChangedEvent(TypedDict):
    """The data of the event `group.valuesChanged`."""

    groupID: str
    """The group."""
    self: NotRequired[Literal[True]]
    """Only if the user itself did it, or an administrator in the user's name."""
    set: list[GroupValue]
    """What was set. Its version is the event's `seq`."""
    removed: list[str]
    """The keys that are gone."""
    counters: NotRequired[dict[str, int]]
    """Only if counters or their sums are others: all counters with their sums. Every second at most of what is
    counted."""


class On(Protocol):
    """Calls `handler(data)` for each event of the name; the function that this returns ends it."""

    @overload
    def __call__(
        self, name: Literal["session.kicked"],
        handler: Callable[[SessionKickedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["session.expiring"],
        handler: Callable[[SessionExpiringEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["server.draining"],
        handler: Callable[[ServerDrainingEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.syncStart"],
        handler: Callable[[dict[str, Any]], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.syncFinish"],
        handler: Callable[[ConversationSyncFinishEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["subscription.eventChanged"],
        handler: Callable[[SubscriptionEventChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["subscription.syncCompleted"],
        handler: Callable[[SubscriptionSyncCompletedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.frame"],
        handler: Callable[[RoomFrameEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.left"],
        handler: Callable[[RoomLeftEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.ended"],
        handler: Callable[[RoomEndedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.changed"],
        handler: Callable[[RoomChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.valuesChanged"],
        handler: Callable[[RoomValuesChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["room.queueChanged"],
        handler: Callable[[RoomQueueChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.appended"],
        handler: Callable[[MessageAppendedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.ended"],
        handler: Callable[[MessageEndedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["broadcast.new"],
        handler: Callable[[Broadcast], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["call.changed"],
        handler: Callable[[Call], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["call.invited"],
        handler: Callable[[CallInvitedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["channel.changed"],
        handler: Callable[[ChannelChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["channel.destroyed"],
        handler: Callable[[ChannelDestroyedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["channel.message"],
        handler: Callable[[ChannelMessage], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["channel.subscriptionChanged"],
        handler: Callable[[ChannelSubscriptionChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.changed"],
        handler: Callable[[ConversationChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.deleted"],
        handler: Callable[[ConversationDeletedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.draftChanged"],
        handler: Callable[[ConversationDraftChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.new"],
        handler: Callable[[ConversationNewEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["conversation.totalUnreadChanged"],
        handler: Callable[[ConversationTotalUnreadChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["friend.changed"],
        handler: Callable[[FriendChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["friendGroup.changed"],
        handler: Callable[[FriendGroupChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["groupReceipt.changed"],
        handler: Callable[[GroupReceiptChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.changed"],
        handler: Callable[[MessageChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.deleted"],
        handler: Callable[[MessageDeletedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.gone"],
        handler: Callable[[MessageGoneEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.new"],
        handler: Callable[[MessageNewEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["message.signaled"],
        handler: Callable[[MessageSignaledEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["notification.new"],
        handler: Callable[[NotificationNewEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["profile.changed"],
        handler: Callable[[ProfileChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["push.globalDndChanged"],
        handler: Callable[[PushGlobalDndChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["receipt.delivered"],
        handler: Callable[[ReceiptDeliveredEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["receipt.new"],
        handler: Callable[[ReceiptNewEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["subscription.changedOnOtherDevices"],
        handler: Callable[[SubscriptionChangedOnOtherDevicesEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.invitationDidReceive"],
        handler: Callable[[GroupInvitationDidReceiveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.invitationDidAccept"],
        handler: Callable[[GroupInvitationDidAcceptEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.invitationDidDecline"],
        handler: Callable[[GroupInvitationDidDeclineEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.joinRequestDidReceive"],
        handler: Callable[[GroupJoinRequestDidReceiveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.joinRequestDidApprove"],
        handler: Callable[[GroupJoinRequestDidApproveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.joinRequestDidDecline"],
        handler: Callable[[GroupJoinRequestDidDeclineEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.didJoin"],
        handler: Callable[[GroupDidJoinEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.didLeave"],
        handler: Callable[[GroupDidLeaveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.userDidJoin"],
        handler: Callable[[GroupUserDidJoinEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.userDidLeave"],
        handler: Callable[[GroupUserDidLeaveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.muteListDidUpdate"],
        handler: Callable[[GroupMuteListDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.whiteListDidUpdate"],
        handler: Callable[[GroupWhiteListDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.allMemberMuteChanged"],
        handler: Callable[[GroupAllMemberMuteChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.adminListDidUpdate"],
        handler: Callable[[GroupAdminListDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.ownerDidUpdate"],
        handler: Callable[[GroupOwnerDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.announcementDidUpdate"],
        handler: Callable[[GroupAnnouncementDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.fileListDidUpdate"],
        handler: Callable[[GroupFileListDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.specificationDidUpdate"],
        handler: Callable[[GroupSpecificationDidUpdateEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.attributesChangedOfMember"],
        handler: Callable[[GroupAttributesChangedOfMemberEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.notifyStateChanged"],
        handler: Callable[[GroupNotifyStateChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.blockChanged"],
        handler: Callable[[GroupBlockChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.notificationDidReceive"],
        handler: Callable[[GroupNotificationDidReceiveEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(
        self, name: Literal["group.valuesChanged"],
        handler: Callable[[GroupValuesChangedEvent], object]) -> Callable[[], None]: ...

    @overload
    def __call__(self, name: str, handler: Callable[[Any], object]) -> Callable[[], None]: ...

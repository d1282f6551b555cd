// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

export type APIError = {
    /** The system whose number it is. */
    system: "tim" | "rc" | "em" | "nim" | "gw" | "app";
    /** The number. */
    code: number;
    /** As stable as the number. */
    name: "addingForbidden" | "addingTooFast" | "allMutedInGroup" | "alreadyBlocked" | "alreadyGroupMember" | "alreadyInGroup" | "applicationMismatch" | "attributesTooLarge" | "auditFailed" | "auditedProfile" | "auditedWording" | "awaitingApproval" | "badAttributeKey" | "badAttributeValue" | "badExpiry" | "badFriendGroupName" | "badIdentifier" | "badPage" | "badProfileType" | "badRequest" | "badSource" | "badSubscriptionType" | "badSubscriptionUsers" | "badUniqueID" | "badUserList" | "badValue" | "badVisibility" | "banned" | "barredFromAdding" | "blacklistFull" | "blacklisted" | "cannotLead" | "conflict" | "conversationParameters" | "deletingTooFast" | "emptyFile" | "emptyGroupID" | "fileTooLarge" | "forbidden" | "forbiddenWords" | "friendGroupsFull" | "friendListFull" | "friendParameters" | "groupFull" | "groupLimit" | "groupParameters" | "hostedParameters" | "hostingOff" | "identifierMismatch" | "inOwnBlacklist" | "inPeersBlacklist" | "internal" | "messageParameters" | "mutedInGroup" | "noAccount" | "noChannel" | "noFile" | "noFriend" | "noFriendForGroup" | "noFriendForNewGroup" | "noGroup" | "noGroupRight" | "noGroupUser" | "noHostedUser" | "noMessage" | "noPendency" | "noProvider" | "noReport" | "noRoom" | "noTarget" | "noTeam" | "notANumber" | "notBlocked" | "notClustered" | "notFriends" | "notInFriendGroup" | "notInGroup" | "notInTeam" | "notLoggedIn" | "notSettable" | "outOfRange" | "peersFriendListFull" | "pendenciesFull" | "profileParameters" | "propertyTooLong" | "publisherFull" | "quotaExceeded" | "rateLimited" | "receiptsOff" | "receiverNotFriend" | "remarkTooLong" | "requestHandled" | "resyncRequired" | "searchOff" | "senderNotFriend" | "shed" | "signatureBad" | "signatureEmpty" | "signatureExpired" | "subscriberFull" | "subscriptionsOff" | "tooLarge" | "tooLate" | "tooMany" | "tooManyBytes" | "tooManyExtensions" | "tooManyProfiles" | "unavailable" | "unknownExtension" | "unknownOperation" | "unknownProfileKey" | "unknownProperty" | "unknownUser" | "wordingTooLong";
    /** For people; it may change. */
    message: string;
    /** What is at fault: parameters, members, headers, or values. */
    keys?: Array<string>;
    /** Of `admin.message.append` with gw 1006: the bytes that are there, behind which the text goes on. */
    length?: number;
};

export type Broadcast = {
    /** The broadcast's number: it rises without gaps, and is its place in the stream. */
    seq: number;
    /** As it was sent. */
    type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
    /** As it was sent. */
    body: Record<string, any>;
    /** When the gateway accepted it. */
    time: number;
    /** From when on nobody is told any more; absent: it does not end. */
    expiresAt?: number;
};

export type Bytes = {
    /** In padded base64. */
    b: string;
};

export type Call = {
    callID: string;
    /** As this user sees it. */
    conversationID: string;
    /** The inviter. */
    from: string;
    /** As the inviter has sent it. */
    kind: string;
    /** When the inviter called. */
    time: number;
    /** The inviter first. */
    users: Array<CallUser>;
    /** Absent: it goes on. */
    ended?: {
        outcome: "answered" | "rejected" | "busy" | "missed" | "cancelled";
        /** For how long it was spoken. */
        seconds: number;
    };
};

export type CallUser = {
    userID: string;
    state: "ringing" | "accepted" | "rejected" | "busy" | "missed" | "left";
    /** The device that has decided. */
    device?: string;
    /** If it was no act of the user's. */
    reason?: "cancelled" | "timeout" | "disconnected" | "removed" | "ended";
};

export type Change = {
    /** The place of the change. */
    change: number;
    /** The message's id. */
    msgId: string;
    /** The message's number in the conversation. */
    seq: number;
    /** Only if it was recalled: true. */
    isRecalled?: boolean;
    message?: Message;
};

export type ChannelMessage = {
    /** The channel's id. */
    channelID: string;
    /** The message's id, in digits. */
    msgId: string;
    /** The publisher's own id for the message. */
    clientMsgId: string;
    /** The message's number in the channel. */
    seq: number;
    /** The user who published it; absent if a backend did, in nobody's name. */
    from?: string;
    /** As it was published. */
    type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
    /** As it was published. */
    body: Record<string, any>;
    /** When the gateway accepted the message. */
    time: number;
    /** Only if its publisher was erased: the body is empty. */
    isErased?: true;
};

export type Conversation = {
    /** `c2c_` and the other user's id, or `group_` and the group's. */
    conversationID: string;
    /** 1: with a user; 2: of a group. */
    type: 1 | 2;
    /** Only with a user: the other user. */
    userID?: string;
    /** Only of a group: the group. */
    groupID?: string;
    /** Only of a group that exists. */
    groupType?: "team" | "superTeam";
    /** The name to show. */
    showName: string;
    /** The avatar to show. */
    faceUrl: string;
    /** How many messages are unread. */
    unreadCount: number;
    /** As `conversation.setC2CReceiveOpt` or `conversation.setGroupReceiveOpt` has set it. */
    recvOpt: 0 | 1 | 2 | 3 | 4;
    /** Whether it is pinned to the top. */
    isPinned: boolean;
    /** Whether the user has marked it as unread. */
    isMarkedUnread: boolean;
    /** Unread messages that mention the user (`atType` 1), all (2), or both (3). */
    groupAtInfolist: Array<{
        seq: number;
        atType: 1 | 2 | 3;
    }>;
    /** The last message that the user may see. */
    lastMessage: LastMessage | null;
    /** The seq of the last message, seen or not. */
    seq: number;
    /** The seq up to which the user has read. */
    readSeq: number;
    /** Only if a message has ever changed: the place of the last change in the conversation. */
    change?: number;
    /** Only if the other user has read: up to when. */
    peerReadTime?: number;
    /** Only with `messages.deliveryReceipts`: up to where messages have come to a device of the other user. */
    peerDeliveredSeq?: number;
    /** Only if the user has set any. */
    tags?: Array<string>;
    /** Likewise: data of the application. */
    ext?: string;
    draft?: Draft;
};

export type Draft = {
    text: string;
    /** For the next `conversation.setDraft`. */
    version: number;
};

export type Friend = {
    /** The friend. */
    userID: string;
    /** The caller's name for the friend. */
    remark: string;
    /** The friend groups that the friend is in. */
    groups: Array<string>;
    /** The reason of the request. */
    addWording: string;
    /** The source of the request. */
    addSource: string;
    /** When the two became friends. */
    addTime: number;
    /** The custom fields that were set, by their names. */
    customInfo: Record<string, number | Bytes>;
    profile: Profile;
};

export type Group = {
    /** The group's id. */
    groupID: string;
    /** Set when it was created. */
    kind: "team" | "superTeam";
    /** The group's name. */
    name: string;
    /** As it was set. */
    description: string;
    /** The avatar's URL. */
    avatar: string;
    /** Data of the application. */
    ext: string;
    /** As in `group.create`. */
    style: 0 | 1 | 2 | 3;
    /** Whether invited users are asked. */
    isInviteNeedConfirm: boolean;
    /** The most members, the owner included. */
    maxUsers: number;
    /** As in `group.modify`. */
    joinMode: 0 | 1 | 2;
    /** As in `group.modify`. */
    inviteMode: 0 | 1;
    /** As in `group.modify`. */
    beInviteMode: 0 | 1;
    /** As in `group.modify`. */
    updateInfoMode: 0 | 1;
    /** As in `group.modify`. */
    historyForNew: number;
    /** As in `group.modify`. */
    receipts: "messages" | "positions";
    /** The group's owner. */
    owner: string;
    /** How many members the group has. */
    memberCount: number;
    /** Whether all members are muted. */
    isAllMemberMuted: boolean;
    /** Whether an administrator has disabled the group. */
    disabled: boolean;
    /** When it was created. */
    createTime: number;
};

export type GroupDetails = {
    /** The group's id. */
    groupID: string;
    /** Set when it was created. */
    kind: "team" | "superTeam";
    /** The group's name. */
    name: string;
    /** As it was set. */
    description: string;
    /** The avatar's URL. */
    avatar: string;
    /** Data of the application. */
    ext: string;
    /** As in `group.create`. */
    style: 0 | 1 | 2 | 3;
    /** Whether invited users are asked. */
    isInviteNeedConfirm: boolean;
    /** The most members, the owner included. */
    maxUsers: number;
    /** As in `group.modify`. */
    joinMode: 0 | 1 | 2;
    /** As in `group.modify`. */
    inviteMode: 0 | 1;
    /** As in `group.modify`. */
    beInviteMode: 0 | 1;
    /** As in `group.modify`. */
    updateInfoMode: 0 | 1;
    /** As in `group.modify`. */
    historyForNew: number;
    /** As in `group.modify`. */
    receipts: "messages" | "positions";
    /** The group's owner. */
    owner: string;
    /** How many members the group has. */
    memberCount: number;
    /** Whether all members are muted. */
    isAllMemberMuted: boolean;
    /** Whether an administrator has disabled the group. */
    disabled: boolean;
    /** When it was created. */
    createTime: number;
    /** The caller's role as in `self`; -1: no member. */
    permissionType: -1 | 0 | 1 | 2;
    /** The admins. */
    adminList: Array<string>;
    /** Like all that follows, only for members: the last seq of the group's stream that is in this. */
    seq?: number;
    /** As in `self`. */
    isBlocked?: boolean;
    /** As in `self`. */
    isInWhiteList?: boolean;
    /** The caller's membership. `role` 0: member; 1: admin; 2: owner. */
    self?: {
        role: 0 | 1 | 2;
        muteExpire: number;
        isBlocked: boolean;
        isInWhiteList: boolean;
        notifyState: 0 | 1 | 2;
        nickname: string;
        joinTime: number;
    };
    /** Only with `fetchMembers`. */
    members?: Array<string>;
    /** Only with `fetchMembers` and `needNickname`: by user. */
    nicknames?: Record<string, string>;
    /** Only for owner and admins. */
    whiteList?: Array<string>;
    /** Only for owner and admins. */
    muteList?: Array<{
        userID: string;
        muteExpire: number;
    }>;
};

export type GroupValue = {
    /** The key. */
    key: string;
    /** What was set. */
    value: string;
    /** The seq in the group's stream of the event that told of it, for `ifVersion`. */
    version: number;
    /** The user who has set it; absent: a backend has. */
    by?: string;
};

export type HostedProfile = {
    /** The user. */
    userId: string;
    /** The nickname. */
    name: string;
    /** The avatar. */
    portraitUri: string;
    /** Like all that follows, only if the caller may see it. */
    uniqueId?: string;
    /** As it was set. */
    email?: string;
    /** As it was set. */
    birthday?: string;
    /** 0: unknown; 1: male; 2: female. */
    gender?: 0 | 1 | 2;
    /** As it was set. */
    location?: string;
    /** As it was set. */
    role?: number;
    /** As it was set. */
    level?: number;
    /** The extensions that were set, by their names. */
    userExtProfile?: Record<string, string>;
};

export type LastMessage = {
    /** The message's id. */
    msgId: string;
    /** The message's number in the conversation. */
    seq: number;
    /** The sender. */
    from: string;
    /** Only in a group: the sender's name there, if it has one. */
    nickname?: string;
    /** As it was sent; 5: a notification of the gateway in a group. */
    type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 10 | 12 | 20 | 21 | 100;
    /** As it was sent; for a notification see [group-messages.md](group-messages.md). */
    body: Record<string, any>;
    /** The same as `time`. */
    timestamp: number;
    /** When the gateway accepted the message. */
    time: number;
    /** Only if it has changed: the place of its newest change in the conversation. */
    change?: number;
    /** Only if it was recalled: its body is empty then. */
    recalled?: {
        /** The user who has recalled it; absent: a backend has. */
        by?: string;
        /** When. */
        time: number;
        /** Only if one was given. */
        reason?: string;
    };
    /** Only if it was edited. */
    edited?: {
        /** When it was edited last. */
        time: number;
        /** How often it was edited. */
        version: number;
    };
    /** Only if it replies to a message of the conversation. */
    replyTo?: {
        msgId: string;
        seq: number;
        /** The sender of that message. */
        from: string;
    };
    /** Only while it is pinned: by whom, and since when. */
    pinned?: {
        by: string;
        time: number;
    };
    /** Only if it refers to some. */
    media?: Array<MessageMedia>;
    /** Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md). */
    streamID?: string;
    /** Only if it was streamed and is not whole: why it ended. */
    broken?: "aborted" | "idle" | "tooLong" | "tooLarge" | "draining" | "stopped";
    /** Only if it expires: from then on it is gone. */
    expireAt?: number;
    /** Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's `lastMessage`, and counts nowhere. */
    visibleTo?: Array<string>;
    /** Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then. */
    isExpired?: boolean;
};

export type Media = {
    /** Its id. */
    mediaID: string;
    /** As it was prepared. */
    use: "message" | "avatar";
    /** How far it is. */
    state: "uploading" | "pending" | "ready" | "refused" | "deleted";
    /** Its media type. */
    type: string;
    /** If it has a name. */
    name?: string;
    /** In bytes. */
    size: number;
    /** When it was prepared. */
    time: number;
    /** Of a complete one: `digest` if its bytes are those of `sha256`. */
    verified?: "digest" | "size";
    /** In pixels, if known. */
    width?: number;
    /** In pixels, if known. */
    height?: number;
    /** The id of its small picture, if it has one. */
    thumbnail?: string;
};

export type MergedMessage = {
    /** The sender. */
    from: string;
    /** When it was sent. */
    time: number;
    /** As it was sent. */
    type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 10 | 12 | 20 | 21 | 100;
    /** As it was when it was forwarded; of another message of type 21 its `title` and `count` alone. */
    body: Record<string, any>;
    /** The uploads to which it refers, as they are now. */
    media?: Array<MessageMedia>;
};

export type Message = {
    /** The message's id. */
    msgId: string;
    /** The sender's own id for the message. */
    clientMsgId: string;
    /** The conversation, as this user sees it. */
    conversationID: string;
    /** 0: between two users; 1: in a group; 5: in a super team. */
    sessionType: 0 | 1 | 5;
    /** The message's number in the conversation. */
    seq: number;
    /** The sender. */
    from: string;
    /** Only in a group: the sender's name there, if it has one. */
    nickname?: string;
    /** As it was sent; 5: a notification of the gateway in a group. */
    type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 10 | 12 | 20 | 21 | 100;
    /** As it was sent; for a notification see [group-messages.md](group-messages.md). */
    body: Record<string, any>;
    /** When the gateway accepted the message. */
    time: number;
    /** Only if it was sent with one. */
    apnsContent?: string;
    /** Only if it was sent with one. */
    atUserList?: Array<string>;
    /** Only if it has changed: the place of its newest change in the conversation. */
    change?: number;
    /** Only if it was recalled: its body is empty then. */
    recalled?: {
        /** The user who has recalled it; absent: a backend has. */
        by?: string;
        /** When. */
        time: number;
        /** Only if one was given. */
        reason?: string;
    };
    /** Only if it was edited. */
    edited?: {
        /** When it was edited last. */
        time: number;
        /** How often it was edited. */
        version: number;
    };
    /** Only if it replies to a message of the conversation. */
    replyTo?: {
        msgId: string;
        seq: number;
        /** The sender of that message. */
        from: string;
    };
    /** Only while it is pinned: by whom, and since when. */
    pinned?: {
        by: string;
        time: number;
    };
    /** Only if it refers to some. */
    media?: Array<MessageMedia>;
    /** Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md). */
    streamID?: string;
    /** Only if it was streamed and is not whole: why it ended. */
    broken?: "aborted" | "idle" | "tooLong" | "tooLarge" | "draining" | "stopped";
    /** Only if it expires: from then on it is gone. */
    expireAt?: number;
    /** Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's `lastMessage`, and counts nowhere. */
    visibleTo?: Array<string>;
    /** Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then. */
    isExpired?: boolean;
    /** Only if there are some. */
    reactions?: Array<{
        reaction: string;
        /** How many users. */
        count: number;
        /** The first few of them. */
        users: Array<string>;
        /** Only in replies and in events about own reactions: whether the user is one of them. */
        mine?: boolean;
    }>;
    /** Only if it differs from the default of `message.send`. */
    history?: boolean;
    /** Only if it differs from the default of `message.send`. */
    roaming?: boolean;
    /** Only if it differs from the default of `message.send`. */
    sync?: boolean;
    /** Only if it differs from the default of `message.send`. */
    persist?: boolean;
    /** Only if it differs from the default of `message.send`. */
    shouldBeCounted?: boolean;
    /** Only if it differs from the default of `message.send`. */
    apnsEnabled?: boolean;
    /** Only if it differs from the default of `message.send`. */
    apnsWithPrefix?: boolean;
    /** Only if it differs from the default of `message.send`. */
    route?: boolean;
    /** Only if it differs from the default of `message.send`. */
    teamReceipt?: boolean;
    /** Only if it differs from the default of `message.send`. */
    exclusiveReactions?: boolean;
};

export type MessageMedia = {
    /** Its id, for `media.url`. */
    mediaID: string;
    /** `pending`: it waits for a review; of `refused` and `deleted` ones nothing else is told. */
    state: "ready" | "pending" | "refused" | "deleted";
    /** Its media type. */
    type?: string;
    /** As its owner calls it, if it has a name. */
    name?: string;
    /** In bytes. */
    size?: number;
    /** In pixels, if known. */
    width?: number;
    /** In pixels, if known. */
    height?: number;
    /** The id of its small picture, if it has one. */
    thumbnail?: string;
};

export type OwnedMedia = {
    /** The user who has uploaded it. */
    owner: string;
    /** Its id. */
    mediaID: string;
    /** As it was prepared. */
    use: "message" | "avatar";
    /** How far it is. */
    state: "uploading" | "pending" | "ready" | "refused" | "deleted";
    /** Its media type. */
    type: string;
    /** If it has a name. */
    name?: string;
    /** In bytes. */
    size: number;
    /** When it was prepared. */
    time: number;
    /** Of a complete one: `digest` if its bytes are those of `sha256`. */
    verified?: "digest" | "size";
    /** In pixels, if known. */
    width?: number;
    /** In pixels, if known. */
    height?: number;
    /** The id of its small picture, if it has one. */
    thumbnail?: string;
};

export type Profile = {
    /** The user. */
    userID: string;
    /** The name that others see. */
    nickname: string;
    /** Who may add the user. 0: all; 1: the user is asked; 2: nobody. */
    allowType: 0 | 1 | 2;
    /** The avatar. */
    faceUrl: string;
    selfSignature: Bytes;
    /** As it was set. */
    gender: 0 | 1 | 2;
    /** As it was set. */
    birthday: number;
    location: Bytes;
    /** As it was set. */
    language: number;
    /** As it was set. */
    level: number;
    /** As it was set. */
    role: number;
    /** The custom fields that were set, by their names. */
    customInfo: Record<string, number | Bytes>;
    /** Another one after each change; 0: never changed. */
    version: number;
};

export type Report = {
    /** The report's id, in digits. */
    reportID: string;
    /** When it was made. */
    time: number;
    /** How far it is. */
    state: "open" | "taken" | "resolved" | "dismissed";
    /** What it is about. */
    kind: "message" | "user" | "group" | "room";
    /** The user who made it; absent: a word of `moderation.queuedWords`. */
    reporter?: string;
    /** The user whom it is about, or who wrote the message. */
    userID?: string;
    /** The message. */
    msgId?: string;
    /** The group. */
    groupID?: string;
    /** The room. */
    roomID?: string;
    /** Why. */
    reason: "spam" | "abuse" | "sexual" | "violence" | "fraud" | "illegal" | "other" | "words";
    /** The reporter's own words. */
    text: string;
    /** The message, or the facts about the user, group or room, as they were then. */
    copy: Record<string, any>;
    /** The operators' note. */
    note: string;
    /** The admin key that has changed the report last. */
    handledBy?: string;
    /** When that was. */
    handledAt?: number;
};

export type SharedFile = {
    /** The file's id. */
    fileID: string;
    /** The file's name. */
    name: string;
    /** The member who added it. */
    owner: string;
    /** The file's size in bytes. */
    size: number;
    /** When it was added. */
    createTime: number;
    /** Only if its bytes are elsewhere. */
    url?: string;
};

export type StatisticPeriod = {
    /** When the hour or the day began, UTC. */
    time: number;
    /** Users who have opened a session or sent a message. */
    activeUsers: number;
    /** Accounts that were made. */
    newUsers: number;
    /** Groups that were made. */
    groups: number;
    /** Live rooms that were made. */
    rooms: number;
    /** Reports that were made. */
    reports: number;
    /** The most sessions at a time, looked at once a second. */
    peakSessions: number;
    /** Messages in conversations, the gateway's notifications included. */
    messageCount: number;
    /** The same by kind; absent: none. */
    messages: {
        text?: number;
        image?: number;
        audio?: number;
        video?: number;
        location?: number;
        notification?: number;
        file?: number;
        tip?: number;
        call?: number;
        elements?: number;
        merged?: number;
        custom?: number;
    };
    /** Pushes by what has become of them; absent: none. */
    pushes: {
        accepted?: number;
        refused?: number;
        unregistered?: number;
        expired?: number;
    };
};

export type StreamedEvent = {
    /** The event's number in its stream. */
    seq: number;
    /** The event's name. */
    event: string;
    /** The event's data. */
    data: Record<string, any>;
};

export type SubscriptionEvent = {
    /** The followed user. */
    userId: string;
    /** As in `subscription.query`. */
    subscribeType: number;
    /** Since when the caller follows the user. */
    subscribeTime: number;
    /** For how many seconds. */
    expiry: number;
    /** With types 1 and 3: for each platform whether the user is online there, and since when. */
    details?: Array<{
        eventValue: 0 | 1;
        changeTime: number;
        platform: number;
    }>;
    /** With types 1 and 3: as the user has set it. */
    status?: {
        /** The line. */
        text: string;
        /** Until when it is shown. Absent: until it is changed. */
        until?: number;
    };
    userProfile?: HostedProfile;
};

/** The parameters and the result of each operation. */
export interface Operations {
    /** Opens a session: of a user on a device, or of an administrator. */
    "session.open": {
        data: {
            /** The JWT that names the user. Leave it out if the `Authorization: Bearer` header of the upgrade has it. */
            token?: string | null;
            /** The device's permanent name. A new session of the same user and device ends the older one. An administrator needs no name. */
            device: string;
            /** The kind of device. */
            platform?: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony" | null;
            /** The user that the client expects. If given, it must be the token's. */
            user?: string | null;
            /** The application that the client expects. If given, it must be the token's. */
            sdkAppId?: number | null;
            /** The device's positions: the last seq of the user's stream, of each conversation by its id, of each group's stream by the group's id, of each channel by its id, of the broadcasts, and the place of the last change in each conversation. Missing ones are taken from `stream.ack`. Without `resume` nothing is replayed. */
            resume?: {
                user?: number | null;
                conversations?: Record<string, number> | null;
                groups?: Record<string, number> | null;
                changes?: Record<string, number> | null;
                channels?: Record<string, number> | null;
                broadcasts?: number | null;
            } | null;
            /** The session is not told what follows from a message between two ([protocol.md](protocol.md#lean-sessions)). */
            lean?: boolean | null;
            /** An administrator's key, instead of all other parameters. The session gets the admin role. */
            adminKey?: string | null;
            /** With `adminKey`: the user in whose name the administrator acts. */
            operatorId?: string | null;
        };
        ok: {
            /** The session's id. */
            session: string;
            /** The user; absent in the admin role. */
            user?: string;
            /** `user` or `admin`. */
            role: "user" | "admin";
            /** When the token ends; absent in the admin role. */
            expiresAt?: number;
            /** The gateway's clock. */
            serverTime: number;
            /** The silence after which the gateway pings, and the silence after which it gives the connection up. */
            heartbeat: {
                intervalMilliseconds: number;
                timeoutMilliseconds: number;
            };
            /** What a client stays below: the rates of the session and of all sessions of the user, the sizes of a WebSocket message, a message's body, a text, a nickname and an avatar's URL, and the hours for which a message can be sent again without becoming two; and the days for which messages are kept. Absent in the admin role. */
            limits?: {
                requests: {
                    perSecond: number;
                    burst: number;
                };
                userRequests: {
                    perSecond: number;
                    burst: number;
                };
                messageBytes: number;
                bodyBytes: number;
                textCharacters: number;
                nicknameCharacters: number;
                faceUrlCharacters: number;
                retryHours: number;
                retentionDays: number;
            };
            /** The last seq of the user's stream. */
            stream?: {
                seq: number;
            };
            /** The last seq of the stream of each group of the user. */
            groups?: Record<string, number>;
            /** The last seq of each channel that the user follows and may read, by its id. */
            channels?: Record<string, number>;
            /** The seq of the last broadcast; absent in the admin role. */
            broadcasts?: number;
            /** Shows whether the lists of friends and of requests have changed. See [relations.md](relations.md). */
            relations?: {
                version: number;
                pendencySeq: number;
                pendencyUnread: number;
            };
            /** Only with `resume`: a verdict for every stream, and the missed events; a lean session gets none of a conversation, group or channel that stands where it was named. See [protocol.md](protocol.md). */
            resume?: {
                user: {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    events?: Array<StreamedEvent>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                };
                conversations: Record<string, {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    messages?: Array<Message>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                    /** In a lean session: so many messages are unread now, and the last one given is `lastMessage`; `conversation.changed` does not tell it. */
                    unreadCount?: number;
                }>;
                groups: Record<string, {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    events?: Array<StreamedEvent>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                }>;
                changes?: Record<string, {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    changes?: Array<Change>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                }>;
                channels?: Record<string, {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    messages?: Array<ChannelMessage>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                }>;
                broadcasts: {
                    verdict: "recovered" | "gap" | "reset";
                    seq: number;
                    broadcasts?: Array<Broadcast>;
                    from?: number;
                    to?: number;
                    why?: "kept" | "deleted" | "beyond" | "unknown";
                };
            };
        };
    };
    /** Gives the session a new token of the same user. The session then ends with the new token. */
    "session.refresh": {
        data: {
            /** A JWT of the same user. */
            token: string;
        };
        ok: {
            /** When the new token ends. */
            expiresAt: number;
        };
    };
    /** Lists the user's sessions, oldest first. */
    "session.list": {
        data: {};
        ok: {
            /** `openedAt` is in milliseconds since 1970; `current` marks the caller's session. */
            sessions: Array<{
                session: string;
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                openedAt: number;
                current: boolean;
            }>;
        };
    };
    /** Ends one of the user's sessions: this one, or another device's. */
    "session.close": {
        data: {
            /** The session to end, from `session.list`. Left out: the caller's session. */
            session?: string | null;
        };
        ok: {
            /** False if there is no such session any more. */
            closed: boolean;
        };
    };
    /** Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply. */
    "message.send": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, elements, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 20 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** The text of the message's push, up to 500 characters. */
            apnsContent?: string | null;
            /** Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100, default all; and the text. See [pushes.md](pushes.md). */
            apnsMemberOption?: {
                forcePush?: boolean | null;
                userIds?: Array<string> | null;
                apnsContent?: string | null;
            } | null;
            /** How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md). */
            apnsPayload?: {
                sound?: string | null;
                badge?: boolean | null;
                channel?: string | null;
                category?: string | null;
                collapseId?: string | null;
                subtitle?: string | null;
                thread?: string | null;
                custom?: Record<string, any> | null;
            } | null;
            /** In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all. */
            atUserList?: Array<string> | null;
            /** The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too. */
            replyTo?: {
                msgId: string;
            } | null;
            /** So many seconds after it was sent, up to a year, the message is gone for everybody. */
            expireSeconds?: number | null;
            /** `message.history` returns the message. */
            history?: boolean | null;
            /** Devices that log in later get the message. */
            roaming?: boolean | null;
            /** The sender's other devices get the message. */
            sync?: boolean | null;
            /** The message is kept for receivers who are offline. */
            persist?: boolean | null;
            /** The message raises the receivers' unread counts. */
            shouldBeCounted?: boolean | null;
            /** The message may be pushed. */
            apnsEnabled?: boolean | null;
            /** The push begins with the sender's name. */
            apnsWithPrefix?: boolean | null;
            /** Accepted, but has no effect. */
            route?: boolean | null;
            /** Asks the members of a group for receipts. */
            teamReceipt?: boolean | null;
            /** A user's next reaction takes the place of its last, as in a poll with one vote each. */
            exclusiveReactions?: boolean | null;
            /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
            media?: Array<string> | null;
            /** In a group: the members for whom alone the message is, beside its sender. It counts nowhere, and is no conversation's `lastMessage`; not with `atUserList` or `teamReceipt`. */
            visibleTo?: Array<string> | null;
            /** The `version` of the sender's draft of which it was made: sending ends that draft, and no later one. */
            draftVersion?: number | null;
        };
        ok: {
            /** The message's id, in digits. */
            msgId: string;
            /** The conversation. */
            conversationID: string;
            /** The message's number in the conversation: from 1, without gaps. */
            seq: number;
            /** When the gateway accepted the message. */
            time: number;
            message?: Message;
        };
    };
    /** Reads a conversation's messages, a page at a time. */
    "message.history": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** From the newest message back, or from the oldest forward. */
            direction?: "older" | "newer" | null;
            /** Lists messages older or newer than this seq. 0: begins with the newest or the oldest. */
            cursor?: number | null;
            /** At most this many messages. */
            limit?: number | null;
            /** Instead of `cursor`: a message's id. The page has this message in its middle. */
            around?: string | null;
        };
        ok: {
            /** The messages in the order of `direction`. */
            messages: Array<Message>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** Only if a message has ever changed: the place of the last change in the conversation. */
            change?: number;
        };
    };
    /** Searches the messages that the caller's histories have, in one conversation or in all, newest first. */
    "message.search": {
        data: {
            /** Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and emoji are found anywhere. */
            query: string;
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID?: string | null;
            /** Only messages of this user. */
            from?: string | null;
            /** Only messages of these types. */
            types?: Array<0 | 1 | 2 | 3 | 4 | 6 | 10 | 20 | 100> | null;
            /** Only messages of this `time` or later, in milliseconds since 1970. */
            since?: number | null;
            /** Only messages of this `time` or earlier, in milliseconds since 1970. */
            until?: number | null;
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many hits. */
            limit?: number | null;
        };
        ok: {
            /** Newest first; as many as fit into a page, perhaps none. */
            hits: Array<{
                message: Message;
                /** What of the message was found, by member and place. */
                matches: Array<{
                    /** The member of the body. */
                    member: "text" | "name";
                    /** Only of a message of elements: the place of the one whose body it is, from 0. */
                    element?: number;
                    /** The place of the first character, counted in Unicode scalars from 0. */
                    start: number;
                    /** The place behind the last one. */
                    end: number;
                }>;
            }>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** False: the index is still being built, or the caller has too many conversations, so hits may be missing. */
            isComplete: boolean;
        };
    };
    /** Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages, at any time. A recalled message stays as it is. */
    "message.recall": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
            /** Why, for all to read. */
            reason?: string | null;
        };
        ok: {
            message: Message;
        };
    };
    /** Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the message now. No count changes. */
    "message.edit": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** The text of the message's push, up to 500 characters. */
            apnsContent?: string | null;
            /** In a group: the members that the message mentions from now on. Left out: those whom it has mentioned. */
            atUserList?: Array<string> | null;
            /** The uploads to which it refers from now on. Left out: those to which it has referred, or of a message of elements those of the elements. */
            media?: Array<string> | null;
            /** How often the message was edited, as far as the client knows; else gw 1006. */
            version?: number | null;
        };
        ok: {
            message: Message;
        };
    };
    /** Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a message now can remove reactions alone. */
    "message.react": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
            /** Without control characters, such as an emoji. */
            reaction: string;
            /** True: removes the reaction. */
            remove?: boolean | null;
        };
        ok: {
            message: Message;
        };
    };
    /** Lists who has reacted to a message, page by page. */
    "message.reactions": {
        data: {
            /** The message. */
            msgId: string;
            /** Lists this reaction alone. */
            reaction?: string | null;
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many. */
            limit?: number | null;
        };
        ok: {
            /** Kind by kind, each in the order in which the users reacted. */
            reactions: Array<{
                reaction: string;
                userID: string;
                time: number;
            }>;
            /** Send it as `cursor` for the next page; absent at the end. */
            next?: string;
        };
    };
    /** Deletes messages out of the user's own history, on all its devices. The others keep theirs. Those that the user does not have are passed over. */
    "message.delete": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The messages, of this conversation. */
            msgIds: Array<string>;
        };
        ok: {
            /** Those that are deleted now and were not before. */
            msgIds: Array<string>;
        };
    };
    /** Lists the replies to a message that the history gives to the caller, page by page. */
    "message.replies": {
        data: {
            /** The message. */
            msgId: string;
            /** From the newest message back, or from the oldest forward. */
            direction?: "older" | "newer" | null;
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many messages. */
            limit?: number | null;
        };
        ok: {
            /** The replies in the order of `direction`. */
            messages: Array<Message>;
            /** Send it as `cursor` for the next page; absent at the end. */
            next?: string;
        };
    };
    /** Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that is pinned already stays so. */
    "message.pin": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
        };
        ok: {
            message: Message;
        };
    };
    /** Pins a message no longer. In a group the owner and admins can. */
    "message.unpin": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
        };
        ok: {
            message: Message;
        };
    };
    /** Lists the pinned messages of a conversation, as far as the history gives them to the caller. */
    "message.pins": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
        };
        ok: {
            /** The one that was pinned last first, as many as fit into a reply. */
            messages: Array<Message>;
            /** All of them, in the same order: `message.get` reads those that did not fit. */
            msgIds: Array<string>;
            /** The place of the last change in the conversation; 0: there was none. */
            change: number;
        };
    };
    /** Signals something to those who are connected and have the conversation, such as that the user types. It is not stored. What comes within a second after a signal of the same name is told at its end: the newest alone. */
    "message.signal": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** What it is, such as `typing`. */
            name: string;
            /** A JSON object of up to 1024 bytes. */
            data?: Record<string, any> | null;
        };
        ok: {};
    };
    /** Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes, until it is recalled or expires. */
    "message.star": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The message. */
            msgId: string;
        };
        ok: {};
    };
    /** Takes the caller's star away, if there is one. */
    "message.unstar": {
        data: {
            /** The message. */
            msgId: string;
        };
        ok: {};
    };
    /** Lists the caller's starred messages, the one that was starred last first. */
    "message.stars": {
        data: {
            /** The value from the last page. Left out: from the newest star on. */
            cursor?: string | null;
            /** At most this many messages. */
            limit?: number | null;
        };
        ok: {
            /** Their copies, without reactions and pins. */
            messages: Array<Message>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Reads messages by their ids, as far as the history gives them to the caller. */
    "message.get": {
        data: {
            /** The messages, of any conversations. */
            msgIds: Array<string>;
        };
        ok: {
            /** In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for the caller. */
            results: Array<{
                msgId: string;
                code: number;
                message?: Message;
            }>;
        };
    };
    /** Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw 1005 the place is no longer known: drop stored messages that the history does not confirm. */
    "message.changes": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The place of the last change that the client has. */
            after?: number | null;
            /** At most this many changes. */
            limit?: number | null;
        };
        ok: {
            /** In their order. */
            changes: Array<Change>;
            /** Send it as `after` for the next page. */
            change: number;
            /** Whether this was the last page. */
            isFinished: boolean;
        };
    };
    /** Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later recall or edit of a message leaves the copy; the erasure of its author takes it. */
    "message.forward": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** Up to 100 messages of one conversation that the caller can read. They are copied in the order in which they were sent. */
            msgIds: Array<string>;
            /** What the message is called, such as `Chat of Ann and Bob`. */
            title: string;
        };
        ok: {
            /** The new message's id. */
            msgId: string;
            /** The conversation. */
            conversationID: string;
            /** The message's number in the conversation. */
            seq: number;
            /** When the gateway accepted the message. */
            time: number;
        };
    };
    /** Reads what a message of type 21 holds, a page at a time. */
    "message.merged": {
        data: {
            /** The message. */
            msgId: string;
            /** The value from the last page. 0: from the oldest one on. */
            cursor?: number | null;
            /** At most this many. */
            limit?: number | null;
        };
        ok: {
            /** The copies, the oldest first, as many as fit into a reply. */
            messages: Array<MergedMessage>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
        };
    };
    /** Tells the other user that the caller has read everything up to a time. An older time does nothing. */
    "receipt.send": {
        data: {
            /** `c2c_` and the other user's id. */
            conversationID: string;
            /** The `time` of the newest message read, in milliseconds. A time in the future counts as now. */
            timestamp: number;
        };
        ok: {};
    };
    /** Tells the senders that the caller has read messages that ask for receipts. */
    "groupReceipt.send": {
        data: {
            /** The group. */
            groupID: string;
            /** Messages of the group. */
            msgIds: Array<string>;
        };
        ok: {};
    };
    /** Counts the members who have read messages of the caller, and those who have not. */
    "groupReceipt.counts": {
        data: {
            /** The group. */
            groupID: string;
            /** Messages of the group. */
            msgIds: Array<string>;
        };
        ok: {
            /** One for each message of the user that asks for receipts. */
            receipts: Array<{
                msgId: string;
                readCount: number;
                unreadCount: number;
            }>;
        };
    };
    /** Lists the members who have read a message of the caller, and those who have not. In a group with `receipts` `positions` it lists one of both, in pages of 100. */
    "groupReceipt.detail": {
        data: {
            /** The group. */
            groupID: string;
            /** A message of the caller. */
            msgId: string;
            /** In a group with `receipts` `positions`: lists those who have not read it, and not its readers. */
            unread?: boolean | null;
            /** The value from the last page. Left out: from the start. */
            cursor?: string | null;
        };
        ok: {
            /** The members who have read it, in the order of reading; by positions, who joined last first. */
            readUserIds: Array<string>;
            /** Members who were there when it was sent, still are, and have not read it. */
            unreadUserIds: Array<string>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** The session looks at up to 3 conversations from now on, and no longer at others: it hears `message.appended` there. The reply has the texts so far. */
    "conversation.watch": {
        data: {
            /** The conversations; none: it looks at none any more. */
            conversationIDs: Array<string>;
        };
        ok: {
            /** In the order sent. */
            conversations: Array<{
                /** As it was sent. */
                conversationID: string;
                /** What is being streamed there, the first one first. */
                streams: Array<{
                    streamID: string;
                    /** The sender. */
                    from: string;
                    /** What has come so far. */
                    text: string;
                }>;
            }>;
        };
    };
    /** Stops a message that is being streamed: between two the other user can, in a group the author of the message that it replies to, the owner and admins. */
    "message.stop": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The id of the message while it is streamed. */
            streamID: string;
        };
        ok: {};
    };
    /** Lists the conversations, pinned ones first, then newest to oldest. */
    "conversation.list": {
        data: {
            /** The value from the last page; 0: from the start. */
            nextSeq?: number | null;
            /** At most this many conversations. */
            count?: number | null;
            /** Only those that have this tag of the user's. */
            tag?: string | null;
        };
        ok: {
            /** See [protocol.md](protocol.md). */
            conversations: Array<Conversation>;
            /** Send it for the next page; 0 at the end. */
            nextSeq: number;
            /** Whether this was the last page. */
            isFinished: boolean;
        };
    };
    /** Reads one or several conversations of the list. */
    "conversation.get": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID?: string | null;
            /** Several conversations, instead of `conversationID`. */
            conversationIDs?: Array<string> | null;
        };
        ok: {
            conversation?: Conversation;
            /** If several were: one for each, in the order asked for; `code` 6017: not in the list. The reply has as many as fit; ask again for the rest. */
            results?: Array<{
                conversationID: string;
                code: number;
                conversation?: Conversation;
            }>;
        };
    };
    /** Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3. */
    "conversation.totalUnread": {
        data: {};
        ok: {
            /** The number. */
            total: number;
        };
    };
    /** Marks messages as read; the other user gets a receipt. */
    "conversation.markRead": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The last message to mark; left out: all messages. */
            seq?: number | null;
        };
        ok: {
            /** How many messages are still unread. */
            unreadCount: number;
        };
    };
    /** Marks all conversations of the list as read, each as `conversation.markRead` does. */
    "conversation.markAllRead": {
        data: {
            /** 1: conversations with users; 2: conversations of groups; left out: all. */
            type?: 1 | 2 | null;
        };
        ok: {
            /** How many messages are still unread in all. */
            total: number;
        };
    };
    /** Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark. */
    "conversation.markUnread": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** True: sets the mark; false: removes it. */
            marked: boolean;
        };
        ok: {};
    };
    /** Pins a conversation to the top of the list, or unpins it. */
    "conversation.pin": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** True: pins it; false: unpins it. */
            pinned: boolean;
        };
        ok: {};
    };
    /** Removes conversations from the list, with this user's history. The other user's history stays. */
    "conversation.delete": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID?: string | null;
            /** Several conversations, instead of `conversationID`. */
            conversationIDs?: Array<string> | null;
        };
        ok: {};
    };
    /** Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What is left out stays as it is. */
    "conversation.setTags": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** All tags of it; a user has up to 20 in all. */
            tags?: Array<string> | null;
            /** Data of the application. */
            ext?: string | null;
        };
        ok: {};
    };
    /** Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last one, it is refused (gw 1006): the list has the other draft, and the user chooses. */
    "conversation.setDraft": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The draft; empty: it ends. */
            text: string;
            /** The version of the draft that this one follows on; 0: there was none. */
            version: number;
        };
        ok: {
            /** The draft's version; 0: there is none any more. */
            version: number;
        };
    };
    /** Sets how messages of these users are received. */
    "conversation.setC2CReceiveOpt": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** 0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive without a push. */
            opt: 0 | 1 | 2;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
            }>;
        };
    };
    /** Tells how messages of these users are received. */
    "conversation.getC2CReceiveOpt": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
                /** The value that was set; 0 at first. */
                opt?: number;
            }>;
        };
    };
    /** Sets how messages of a group are received. */
    "conversation.setGroupReceiveOpt": {
        data: {
            /** A group that the caller is in. */
            groupID: string;
            /** 0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it does. */
            opt: 0 | 1 | 2 | 3 | 4;
        };
        ok: {};
    };
    /** Tells how messages of a group are received. */
    "conversation.getGroupReceiveOpt": {
        data: {
            /** A group that the caller is in. */
            groupID: string;
        };
        ok: {
            /** The value that was set; 0 at first. */
            opt: number;
        };
    };
    /** Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back. */
    "stream.ack": {
        data: {
            /** The last seq of the user's stream. */
            user?: number | null;
            /** The last seq of each conversation, by its id; up to 100. */
            conversations?: Record<string, number> | null;
            /** The last seq of each group's stream, by the group's id; up to 1000. */
            groups?: Record<string, number> | null;
            /** The place of the last change of a message in each conversation, by its id; up to 100. */
            changes?: Record<string, number> | null;
            /** The last seq of each channel, by its id; up to 1000. */
            channels?: Record<string, number> | null;
            /** The seq of the last broadcast. */
            broadcasts?: number | null;
        };
        ok: {};
    };
    /** Reads the user's stream after a position, to fill a gap that `session.open` left. */
    "stream.events": {
        data: {
            /** The last seq that the client has. */
            after: number;
            /** At most this many events. */
            limit?: number | null;
        };
        ok: {
            /** In their order, each as it is now. Events of a conversation that is no longer in the list are left out. */
            events: Array<StreamedEvent>;
            /** Send it as `after` for the next page. */
            seq: number;
            /** Whether this was the last page. */
            isFinished: boolean;
        };
    };
    /** Reads the caller's profile. */
    "profile.getSelf": {
        data: {};
        ok: {
            profile: Profile;
        };
    };
    /** Reads the profiles of any users. */
    "profile.get": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** The versions of the profiles that the caller has, by user, of up to 100: those that are unchanged are left out. */
            have?: Record<string, number> | null;
        };
        ok: {
            /** The profiles of the users who exist, in the order asked for, each once. */
            profiles: Array<Profile>;
            /** Only with `have`: users whose profiles have the version that the caller has. */
            unchanged?: Array<string>;
            /** Users whose profiles did not fit into the reply; ask for them again. */
            left: Array<string>;
        };
    };
    /** Changes fields of the caller's profile: all of them or none. */
    "profile.modifySelf": {
        data: {
            /** At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level` and `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a configured name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a string or `{"b": base64}`. */
            values: {
                nickname?: string;
                faceUrl?: string;
                allowType?: 0 | 1 | 2;
                gender?: 0 | 1 | 2;
                birthday?: number;
                language?: number;
                level?: number;
                role?: number;
                location?: string | Bytes;
                selfSignature?: string | Bytes;
                [member: string]: any;
            };
        };
        ok: {};
    };
    /** Sets whether others find the caller by `profile.search`. */
    "profile.setFindable": {
        data: {
            /** Whether others find the caller by its nickname. At first they do not. */
            findable: boolean;
        };
        ok: {};
    };
    /** Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller. */
    "profile.search": {
        data: {
            /** Up to 10 words: each begins a word of the nickname; Chinese, Japanese, Korean, Thai and emoji are found anywhere. */
            query: string;
        };
        ok: {
            /** Those who have been there longest first. */
            users: Array<{
                userID: string;
                nickname: string;
                faceUrl: string;
            }>;
        };
    };
    /** Finds up to 20 public groups by their names. */
    "group.search": {
        data: {
            /** Up to 10 words: each begins a word of the name; Chinese, Japanese, Korean, Thai and emoji are found anywhere. */
            query: string;
        };
        ok: {
            /** Those that were made first come first. */
            groups: Array<{
                groupID: string;
                name: string;
                avatar: string;
                memberCount: number;
            }>;
        };
    };
    /** Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by their digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's. */
    "media.prepare": {
        data: {
            /** `avatar`: a PNG, JPEG, GIF or WebP of up to 1 MiB, whose URL is public and stays the same. */
            use?: "message" | "avatar" | null;
            /** The file's name, for those who save it. */
            name?: string | null;
            /** Its media type, in small letters, such as `image/png`. Required without `mediaID`. */
            type?: string | null;
            /** How many bytes it has. Required without `mediaID`. */
            size?: number | null;
            /** SHA-256 of the bytes, in base64url without padding. */
            sha256?: string | null;
            /** Instead of all others: an upload of the caller's. */
            mediaID?: string | null;
        };
        ok: {
            /** The upload's id. */
            mediaID: string;
            /** `uploading`: its bytes are awaited. */
            state: "uploading" | "ready" | "pending" | "refused";
            /** Only if its bytes are awaited: how they are sent. */
            upload?: {
                /** See [media.md](media.md). */
                kind: "offsets" | "put" | "form" | "parts";
                url?: string;
                headers?: Record<string, string>;
                fields?: Record<string, string>;
                bytes?: number;
                first?: number;
                urls?: Array<string>;
                /** From then on the bytes are refused. */
                until: number;
            };
            /** Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group. */
            url?: string;
        };
    };
    /** Says that all bytes of an upload have been sent. They are compared with what was announced; others are refused, and go. A repeat gets the same reply. */
    "media.complete": {
        data: {
            /** The upload. */
            mediaID: string;
            /** In pixels. Of PNG, JPEG, GIF and WebP the gateway reads it itself. */
            width?: number | null;
            /** Likewise. */
            height?: number | null;
            /** An own upload that is complete: a picture of up to 64 KiB and 640 pixels each way, to be shown in its place. */
            thumbnail?: string | null;
        };
        ok: {
            /** The upload. */
            mediaID: string;
            /** `pending`: others see it after a review. */
            state: "ready" | "pending" | "refused";
            /** Its media type. */
            type: string;
            /** In bytes. */
            size: number;
            /** Only if it is not refused: `digest` if its bytes are those of `sha256`. */
            verified?: "digest" | "size";
            /** In pixels, if known. */
            width?: number;
            /** In pixels, if known. */
            height?: number;
            /** Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group. */
            url?: string;
        };
    };
    /** Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL can be read without a session until it ends. It is the same for a quarter of an hour; that of an avatar stays the same. */
    "media.url": {
        data: {
            /** The uploads. */
            mediaIDs: Array<string>;
        };
        ok: {
            /** In the order asked for. If there is none for the caller at all, the request is refused with 1010. */
            urls: Array<{
                mediaID: string;
                url?: string;
                until?: number;
                /** Instead: 1010, there is none for the caller. */
                code?: number;
            }>;
        };
    };
    /** Lists the caller's uploads, the newest first. */
    "media.list": {
        data: {
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many. */
            limit?: number | null;
        };
        ok: {
            /** The newest first. */
            media: Array<Media>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted. */
    "media.delete": {
        data: {
            /** The upload. */
            mediaID: string;
        };
        ok: {};
    };
    /** Lists the friends in the order of their ids, or the changes since a version. */
    "friend.list": {
        data: {
            /** The value from the last page; left out: from the start. */
            next?: string | null;
            /** At most this many friends. */
            count?: number | null;
            /** The `version` of the caller's copy: lists only changes since then; left out: all friends. */
            sinceVersion?: number | null;
        };
        ok: {
            /** The friends. */
            friends: Array<Friend>;
            /** Only with `sinceVersion`: users who were friends then or later, but are not now. */
            deleted?: Array<string>;
            /** Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again. */
            friendGroupsChanged?: boolean;
            /** Only with `sinceVersion`: the blacklist has changed since then. */
            blacklistChanged?: boolean;
            /** Send it for the next page; empty at the end. */
            next: string;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** Rises with every change of the friends, friend groups or blacklist. */
            version: number;
        };
    };
    /** Reads friends by their ids. */
    "friend.get": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** The friends. */
            friends: Array<Friend>;
            /** Users who did not fit into the reply; ask for them again. */
            left: Array<string>;
            /** Rises with every change of the friends, friend groups or blacklist. */
            version: number;
        };
    };
    /** Adds a friend, or sends a request if the other user wants to be asked. */
    "friend.add": {
        data: {
            /** The user. */
            userID: string;
            /** The caller's name for the friend; empty: none. */
            remark?: string | null;
            /** The reason, for the other user to read. */
            addWording?: string | null;
            /** `AddSource_Type_` and one to eight letters; empty: unknown. */
            addSource?: string | null;
            /** The friend group for the new friend. It is created if it does not exist. */
            group?: string | null;
            /** 1: only the caller's list gets the other. 2: both lists do. */
            addType?: number | null;
        };
        ok: {
            /** `code`: 0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539; `info` says it in words. */
            result: {
                userID: string;
                code: number;
                info: string;
            };
        };
    };
    /** Changes fields of a friend in the caller's list: all of them or none. */
    "friend.modify": {
        data: {
            /** The user. */
            userID: string;
            /** At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend is in), `Tag_SNS_Custom_` and a configured name (an integer, or 500 bytes: a string or `{"b": base64}`). */
            values: {
                remark?: string;
                groups?: Array<string>;
                [member: string]: any;
            };
        };
        ok: {};
    };
    /** Deletes friends. */
    "friend.delete": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** 1: deletes the other from the caller's list. 2: also the caller from the other's list. */
            delType: number;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 31704 or 30003. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Answers a friend request. */
    "friend.respond": {
        data: {
            /** The user. */
            userID: string;
            /** 0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject. */
            response: 0 | 1 | 2;
            /** The caller's name for the friend; empty: none. */
            remark?: string | null;
        };
        ok: {
            /** `code`: 0, 30614, 30010 or 30014; `info` says it in words. */
            result: {
                userID: string;
                code: number;
                info: string;
            };
        };
    };
    /** Tells which users are friends. */
    "friend.check": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** 1: looks into the caller's list. 2: looks into both lists. */
            checkType: number;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0 or 30003. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
                /** 0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other. */
                relation: 0 | 1 | 2 | 3;
            }>;
        };
    };
    /** Lists friend requests, newest first; none if the caller's copy is current. */
    "pendency.list": {
        data: {
            /** 1: requests received; 2: requests sent; 3: both. */
            type: number;
            /** The `seq` of the caller's copy; for further pages, the one sent for the first page. */
            seq?: number | null;
            /** The value from the last page; 0: from the start. */
            timestamp?: number | null;
            /** At most this many requests. */
            numPerPage: number;
        };
        ok: {
            /** `addTime` in seconds; `type` 1: received, 2: sent. */
            items: Array<{
                userID: string;
                addTime: number;
                addSource: string;
                addWording: string;
                nickname: string;
                type: 1 | 2;
            }>;
            /** The list's version. Keep it after the last page. */
            seq: number;
            /** Send it for the next page; 0 at the end. */
            timestamp: number;
            /** How many received requests have not been reported as read. */
            unreadCount: number;
        };
    };
    /** Deletes the caller's copy of requests. A received request can no longer be answered then. */
    "pendency.delete": {
        data: {
            /** 1: requests received; 2: requests sent. */
            type: number;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Marks the requests received up to a time as read. */
    "pendency.report": {
        data: {
            /** In seconds since 1970. */
            timestamp: number;
        };
        ok: {
            /** How many requests are still unread. */
            unreadCount: number;
        };
    };
    /** Blocks users: their messages are refused; friendships and requests between them and the caller end. */
    "blacklist.add": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** True: friendships with these users stay, on both sides. */
            keepFriends?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 31307, 30013 or 30003. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Unblocks users. Friendships and requests that have ended do not come back. */
    "blacklist.delete": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 31503 or 30003. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Lists the blocked users, newest first. */
    "blacklist.list": {
        data: {};
        ok: {
            /** `addTime` in seconds. */
            users: Array<{
                userID: string;
                addTime: number;
            }>;
            /** Rises with every change of the friends, friend groups or blacklist. */
            version: number;
        };
    };
    /** Tells whether users are in the caller's blacklist. */
    "blacklist.check": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0 or 30003. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
                /** Whether the caller has blocked the user. */
                blocked: boolean;
            }>;
        };
    };
    /** Lists friend groups in the order of their creation. */
    "friendGroup.list": {
        data: {
            /** The friend groups; left out: all. */
            names?: Array<string> | null;
            /** The value from the last page; 0: from the start. */
            next?: number | null;
        };
        ok: {
            /** `friends`: the friends' ids in order. Unknown groups are left out. */
            groups: Array<{
                name: string;
                userCnt: number;
                friends: Array<string>;
            }>;
            /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
            next: number;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** Rises with every change of the friends, friend groups or blacklist. */
            version: number;
        };
    };
    /** Creates friend groups: all of them or none. */
    "friendGroup.create": {
        data: {
            /** The friend groups. */
            names: Array<string>;
            /** Friends to put into the new groups. */
            userIDs?: Array<string> | null;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0 or 32216. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Deletes friend groups: all of them or none. The friends stay. */
    "friendGroup.delete": {
        data: {
            /** The friend groups. */
            names: Array<string>;
        };
        ok: {};
    };
    /** Adds friends to a friend group. */
    "friendGroup.addFriends": {
        data: {
            /** The friend group. */
            name: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 32518 or 32519. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Removes friends from a friend group. */
    "friendGroup.removeFriends": {
        data: {
            /** The friend group. */
            name: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 32518 or 32520. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Renames a friend group. */
    "friendGroup.rename": {
        data: {
            /** The friend group. */
            name: string;
            /** The new name. */
            newName: string;
        };
        ok: {};
    };
    /** Creates a group; the caller is its owner. */
    "group.create": {
        data: {
            /** The group's name. */
            name: string;
            /** The group's description. */
            description?: string | null;
            /** The avatar's URL. */
            avatar?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** 0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining needs approval; 3: public, anybody joins. */
            style?: 0 | 1 | 2 | 3 | null;
            /** The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a super team. */
            maxUsers?: number | null;
            /** Whether invited users are asked. */
            isInviteNeedConfirm?: boolean | null;
            /** The users to invite at once. */
            invitees?: Array<string> | null;
            /** For the invited users. */
            message?: string | null;
        };
        ok: {
            /** The group's id. */
            groupID: string;
            /** `code`: 0, 603 or 4. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Destroys a group. Only for its owner. */
    "group.destroy": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {};
    };
    /** Reads a group. Everybody may read a public group, only members a private one. */
    "group.get": {
        data: {
            /** The group. */
            groupID: string;
            /** Also returns up to 200 members: owner, admins, then the newest members first. */
            fetchMembers?: boolean | null;
            /** Also returns the members' nicknames in the group. */
            needNickname?: boolean | null;
        };
        ok: {
            group: GroupDetails;
        };
    };
    /** Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`. */
    "group.getMany": {
        data: {
            /** The groups. */
            groupIDs: Array<string>;
        };
        ok: {
            /** In the order asked for, each once; without `members`, `whiteList` and `muteList`. */
            groups: Array<GroupDetails>;
            /** Groups that did not fit into the reply; ask for them again. */
            left: Array<string>;
        };
    };
    /** Lists ordinary members, the newest first. */
    "group.members": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
            /** Also returns the members' nicknames in the group. */
            needNickname?: boolean | null;
        };
        ok: {
            /** The members' ids. */
            members: Array<string>;
            /** Only with `needNickname`: the nicknames by id, of members who have one. */
            nicknames?: Record<string, string>;
            /** The last seq of the group's stream that is in the page: pages with one seq are of one moment. */
            seq: number;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists the caller's groups, last joined first. */
    "group.joined": {
        data: {
            /** The page's number, from 0. */
            page?: number | null;
            /** At most this many entries. */
            pageSize?: number | null;
            /** Also returns the number of members. */
            needMemberCount?: boolean | null;
            /** Also returns the caller's role. */
            needRole?: boolean | null;
        };
        ok: {
            /** The groups. */
            groups: Array<{
                groupID: string;
                name: string;
                memberCount?: number;
                permissionType?: number;
            }>;
        };
    };
    /** Counts the caller's groups. */
    "group.joinedCount": {
        data: {};
        ok: {
            /** The number of groups. */
            count: number;
        };
    };
    /** Lists public groups, newest first. */
    "group.public": {
        data: {
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The groups. */
            groups: Array<{
                groupID: string;
                name: string;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Invites users. Users who are members already are skipped. */
    "group.invite": {
        data: {
            /** The group. */
            groupID: string;
            /** The users to invite. */
            userIDs: Array<string>;
            /** For the invited users. */
            message?: string | null;
        };
        ok: {
            /** `code`: 0, 204, 603, 4 or gw 1025. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Accepts an invitation. */
    "group.acceptInvitation": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {};
    };
    /** Declines an invitation. */
    "group.declineInvitation": {
        data: {
            /** The group. */
            groupID: string;
            /** The reason. */
            reason?: string | null;
        };
        ok: {};
    };
    /** Joins an open group, or asks to join. */
    "group.join": {
        data: {
            /** The group. */
            groupID: string;
            /** The reason. */
            reason?: string | null;
        };
        ok: {
            /** False: owner and admins have been asked. */
            joined: boolean;
        };
    };
    /** Accepts a user who has asked to join. */
    "group.approve": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID: string;
        };
        ok: {};
    };
    /** Refuses a user who has asked to join. */
    "group.decline": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID: string;
            /** The reason. */
            reason?: string | null;
        };
        ok: {};
    };
    /** Leaves a group. */
    "group.leave": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {};
    };
    /** Removes members: all of them or none. */
    "group.remove": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Sets whether invitations are accepted automatically. At first they are. */
    "group.setAutoAccept": {
        data: {
            /** Whether the caller joins groups automatically when invited. */
            accepts: boolean;
        };
        ok: {};
    };
    /** Makes another member the owner; the caller becomes an ordinary member, or leaves. */
    "group.transfer": {
        data: {
            /** The group. */
            groupID: string;
            /** The member who becomes the owner. */
            newOwner: string;
            /** Whether the former owner leaves the group then. */
            leave?: boolean | null;
        };
        ok: {};
    };
    /** Changes the given fields of a group. Only the owner can change modes. */
    "group.modify": {
        data: {
            /** The group. */
            groupID: string;
            /** The group's name. */
            name?: string | null;
            /** The group's description. */
            description?: string | null;
            /** The avatar's URL. */
            avatar?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a super team. */
            maxUsers?: number | null;
            /** Whether invited users are asked. */
            isInviteNeedConfirm?: boolean | null;
            /** 0: anybody can join; 1: joining needs approval; 2: nobody can join. */
            joinMode?: number | null;
            /** 0: owner and admins invite; 1: every member can. */
            inviteMode?: number | null;
            /** 0: invited users are asked; 1: they are not. */
            beInviteMode?: number | null;
            /** 0: owner and admins change the info; 1: every member can. */
            updateInfoMode?: number | null;
            /** For so many days back new members see what was said before they came. 0: nothing; -1: everything that is kept. */
            historyForNew?: number | null;
            /** What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each, with up to 100 members; `positions`: how far each member has read, with any number of them. */
            receipts?: "messages" | "positions" | null;
        };
        ok: {};
    };
    /** Sets the announcement. */
    "group.setAnnouncement": {
        data: {
            /** The group. */
            groupID: string;
            /** The text for all members. */
            announcement: string;
        };
        ok: {};
    };
    /** Reads the announcement. */
    "group.getAnnouncement": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {
            /** The text that was set. */
            announcement: string;
        };
    };
    /** Changes a member's attributes. Members change their own; the owner changes anybody's. */
    "group.setAttributes": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID?: string | null;
            /** Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in all. */
            attributes: Record<string, string>;
        };
        ok: {};
    };
    /** Reads members' attributes. */
    "group.getAttributes": {
        data: {
            /** The group. */
            groupID: string;
            /** The members. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each user who is a member. */
            members: Array<{
                userID: string;
                attributes: Record<string, string>;
            }>;
        };
    };
    /** Sets which senders' messages are pushed to the caller. */
    "group.setNotifyState": {
        data: {
            /** The group. */
            groupID: string;
            /** The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins. */
            state: 0 | 1 | 2;
        };
        ok: {};
    };
    /** Tells which senders' messages are pushed to the caller. */
    "group.getNotifyState": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {
            /** 0 at first. */
            state: 0 | 1 | 2;
        };
    };
    /** Makes members admins: all of them or none. Takes `userID` or `userIDs`. */
    "group.addAdmin": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID?: string | null;
            /** The users. */
            userIDs?: Array<string> | null;
        };
        ok: {};
    };
    /** Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. */
    "group.removeAdmin": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID?: string | null;
            /** The users. */
            userIDs?: Array<string> | null;
        };
        ok: {};
    };
    /** Mutes members: all of them or none. */
    "group.mute": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** The time in milliseconds; -1: for ever. */
            duration: -1 | number;
        };
        ok: {};
    };
    /** Unmutes members. */
    "group.unmute": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Mutes or unmutes all members except owner, admins and the white list. */
    "group.muteAll": {
        data: {
            /** The group. */
            groupID: string;
            /** Whether the whole group is muted. */
            muted: boolean;
        };
        ok: {};
    };
    /** Lists the members who are muted now. Only for owner and admins. */
    "group.muteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** `muteExpire` in milliseconds, or -1. */
            muteList: Array<{
                userID: string;
                muteExpire: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Adds members to the white list: they may speak while all are muted. */
    "group.addToWhiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Removes members from the white list. */
    "group.removeFromWhiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Lists the members who may speak while all are muted. Only for owner and admins. */
    "group.whiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The newest members first. */
            whiteList: Array<string>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Blocks the group's messages for the caller. */
    "group.block": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {};
    };
    /** Unblocks the group's messages for the caller. */
    "group.unblock": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {};
    };
    /** Removes users and keeps them out, members or not: all of them or none. For those who may remove them. */
    "group.ban": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** For so many seconds; -1: for ever. */
            seconds: -1 | number;
        };
        ok: {};
    };
    /** Lets users come again. Those who are not banned are passed over. For owner and admins. */
    "group.unban": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Lists the users who are banned now. Only for owner and admins. */
    "group.bans": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The last one banned first. `banExpire` in milliseconds, or -1. */
            bans: Array<{
                userID: string;
                banExpire: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Sets and removes values of a group, all of these or none, or says which counters it has. For owner and admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets has no `by`. Members hear `group.valuesChanged`. */
    "group.setValues": {
        data: {
            /** The group. */
            groupID: string;
            /** 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version; 0: only if there is none. */
            values?: Array<{
                key: string;
                value?: string | null;
                ifVersion?: number | null;
            }> | null;
            /** The group's counters, with different names. `sum`: the least that the sum is from here on; no sum falls. One that is named no more is gone with its sum. */
            counters?: Array<{
                name: string;
                sum?: number | null;
            }> | null;
        };
        ok: {
            /** The last seq of the group's stream: the version of what was set. */
            seq: number;
        };
    };
    /** Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. */
    "group.count": {
        data: {
            /** The group. */
            groupID: string;
            /** The counter's name. */
            counter: string;
            /** So much is added. */
            count?: number | null;
        };
        ok: {
            /** With what was added. */
            sum: number;
        };
    };
    /** Returns the values and counters of a group. */
    "group.values": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {
            /** By their keys. */
            values: Array<GroupValue>;
            /** The sums by the counters' names. */
            counters: Record<string, number>;
            /** The last seq of the group's stream that is in this. */
            seq: number;
        };
    };
    /** Begins a shared file. All members are told when it is complete. */
    "group.addFile": {
        data: {
            /** The group. */
            groupID: string;
            /** The file's name. */
            name: string;
            /** The file's size in bytes. */
            size: number;
            /** The file's URL. Left out: its bytes follow by `group.putFile`. */
            url?: string | null;
        };
        ok: {
            /** The file's id. */
            fileID: string;
        };
    };
    /** Adds the next piece of a file. A piece that is there already changes nothing. */
    "group.putFile": {
        data: {
            /** The group. */
            groupID: string;
            /** The file. */
            fileID: string;
            /** The byte where the piece begins. */
            offset: number;
            /** 1 to 32,768 bytes. */
            data: {
                b: string;
            };
        };
        ok: {
            /** How many bytes the gateway has. */
            received: number;
        };
    };
    /** Reads the piece of a file that begins at an offset. */
    "group.getFile": {
        data: {
            /** The group. */
            groupID: string;
            /** The file. */
            fileID: string;
            /** The byte where the piece begins. */
            offset: number;
        };
        ok: {
            data: Bytes;
            /** The file's size in bytes. */
            size: number;
            /** Whether this was the last piece. */
            isFinished: boolean;
        };
    };
    /** Lists shared files, newest first. */
    "group.files": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many files. */
            pageSize?: number | null;
        };
        ok: {
            /** `createTime` in milliseconds. */
            files: Array<SharedFile>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Removes a file. Members remove their own files; owner and admins remove any. */
    "group.removeFile": {
        data: {
            /** The group. */
            groupID: string;
            /** The file. */
            fileID: string;
        };
        ok: {};
    };
    /** Lists the invitations that wait for the caller's answer, newest first. */
    "group.invitations": {
        data: {
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The group as it is now; `time` in milliseconds. */
            invitations: Array<{
                groupID: string;
                name: string;
                avatar: string;
                memberCount: number;
                inviter: string;
                message: string;
                time: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where the caller is owner or admin. */
    "group.joinRequests": {
        data: {
            /** The group. */
            groupID?: string | null;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** `time` in milliseconds. */
            requests: Array<{
                groupID: string;
                userID: string;
                reason: string;
                time: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Publishes a message to a channel. Only for users whom the backend has listed. When the reply comes, it is on the disk; a repeated request gets the same reply. */
    "channel.publish": {
        data: {
            /** The channel's id. */
            channelID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
        };
        ok: {
            /** The message's id, in digits. */
            msgId: string;
            /** The channel. */
            channelID: string;
            /** The message's number in the channel: it rises without gaps. */
            seq: number;
            /** When the gateway accepted the message. */
            time: number;
            message?: ChannelMessage;
        };
    };
    /** Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing if the user follows it already. */
    "channel.subscribe": {
        data: {
            /** The channel's id. */
            channelID: string;
        };
        ok: {
            /** The channel. */
            channelID: string;
            /** The seq of its last message: what follows, the session is told. */
            seq: number;
        };
    };
    /** Follows a channel no longer. Does nothing if the user does not follow it. */
    "channel.unsubscribe": {
        data: {
            /** The channel's id. */
            channelID: string;
        };
        ok: {};
    };
    /** Lists the channels that the caller follows and may read, the first subscribed first. */
    "channel.list": {
        data: {
            /** The value from the last page; 0: from the start. */
            next?: number | null;
        };
        ok: {
            /** The channels. */
            channels: Array<{
                /** The channel's id. */
                channelID: string;
                /** As the backend has set it. */
                title: string;
                /** Likewise. */
                description: string;
                /** Likewise: data of the application. */
                ext: string;
                /** The seq of its last message. */
                seq: number;
                /** When the user has subscribed. */
                since: number;
            }>;
            /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
            next: number;
        };
    };
    /** Returns a channel that the caller may read, followed or not. */
    "channel.info": {
        data: {
            /** The channel's id. */
            channelID: string;
        };
        ok: {
            /** The channel's id. */
            channelID: string;
            /** As the backend has set it. */
            title: string;
            /** Likewise. */
            description: string;
            /** Likewise: data of the application. */
            ext: string;
            /** `open`, `claim` or `guests`. */
            access: "open" | "claim" | "guests";
            /** When it was made. */
            createdAt: number;
            /** How many users follow it. */
            followers: number;
            /** The seq of its last message. */
            seq: number;
            /** Whether the caller follows it. */
            isSubscribed: boolean;
            /** Whether the caller may publish to it. */
            isPublisher: boolean;
        };
    };
    /** Reads a channel's messages, a page at a time. The caller need not follow it. */
    "channel.history": {
        data: {
            /** The channel's id. */
            channelID: string;
            /** From the newest message back, or from the oldest forward. */
            direction?: "older" | "newer" | null;
            /** Lists messages older or newer than this seq. 0: begins with the newest or the oldest. */
            cursor?: number | null;
            /** At most this many messages. */
            limit?: number | null;
        };
        ok: {
            /** The messages in the order of `direction`. */
            messages: Array<ChannelMessage>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** The seq of the channel's last message. */
            seq: number;
        };
    };
    /** Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap that `session.open` left, or for a device that keeps no positions. */
    "broadcast.list": {
        data: {
            /** The last seq that the client has; 0: none. */
            after?: number | null;
            /** At most this many broadcasts. */
            limit?: number | null;
        };
        ok: {
            /** The broadcasts. */
            broadcasts: Array<Broadcast>;
            /** The seq of the last broadcast of all. */
            seq: number;
            /** Whether there are no more. */
            isFinished: boolean;
        };
    };
    /** Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A session that is in the room already gets the same reply. */
    "room.enter": {
        data: {
            /** The room's id. */
            roomID: string;
            /** With `seq`: the epoch that the client knows. */
            epoch?: number | null;
            /** The last message that the client has in that epoch. */
            seq?: number | null;
            /** The state of the values that the client has: they come if it is another. */
            state?: number | null;
        };
        ok: {
            /** The room's id. */
            roomID: string;
            /** As the backend has set it. */
            title: string;
            /** Data of the application, as the backend has set it. */
            ext: string;
            /** So many seconds lie between two messages of a user; 0: no slow mode. */
            slowSeconds: number;
            /** Only the owner, admins and speakers may send. */
            isMuted: boolean;
            /** Who sets values. */
            valuesBy: "admins" | "all";
            /** The life of the room in which messages are numbered. */
            epoch: number;
            /** The seq of the last message. */
            seq: number;
            /** The caller's role. */
            role: "participant" | "admin" | "owner";
            /** Until then the caller may not send. */
            mutedUntil?: number;
            /** How many are in the room. */
            occupancy: {
                /** Sessions and users' streams in the room. */
                participants: number;
                /** Streams of guests. Absent: none. */
                guests?: number;
            };
            /** With `epoch` and `seq`: `recovered`, `messages` are all that was missed; `gap`: more was missed, or the epoch is another. */
            verdict?: "recovered" | "gap";
            /** The last messages, the newest last. */
            messages: Array<{
                /** The message's number in the epoch: from 1, without gaps. */
                seq: number;
                /** The message's id. */
                msgId: string;
                /** The sender's own id for it. */
                clientMsgId: string;
                /** The user who has sent it; absent: a backend has, in nobody's name. */
                from?: string;
                /** As with `message.send`. */
                type: number;
                /** The content; `{}` if it was recalled. */
                body: Record<string, any>;
                /** When it was drawn. */
                time: number;
                /** `high`, `normal` or `low`. */
                priority: "high" | "normal" | "low";
                /** Only `true`: it was recalled or cleared. */
                isRecalled?: boolean;
            }>;
            /** The state of the room's values. */
            state: number;
            /** The values. Absent: the client has them, or they do not fit, and `room.values` returns them. */
            values?: Array<{
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            }>;
            /** The sums of the room's counters, if it has any. */
            counters?: Record<string, number>;
            /** The state of the room's queue, which `room.queue` returns. */
            queueState: number;
        };
    };
    /** Leaves a room. A room that the session is not in is no fault. */
    "room.leave": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {};
    };
    /** Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and the list has the owner, admins and those who entered last. */
    "room.participants": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The users. */
            participants: Array<{
                /** The user. */
                userID: string;
                /** The user's role. */
                role: "participant" | "admin" | "owner";
                /** When its first session entered. */
                since: number;
                /** Until then the user may not send. */
                mutedUntil?: number;
            }>;
            /** Whether there are more. */
            isSample: boolean;
            /** How many are in the room. */
            occupancy: {
                /** Sessions and users' streams in the room. */
                participants: number;
                /** Streams of guests. Absent: none. */
                guests?: number;
            };
        };
    };
    /** Says something in a room that the caller is in. The reply comes with the room's next frame. A message that was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply. */
    "room.send": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** `high` is for the owner, admins and backends, and always told; `low` is told when nothing else is left. */
            priority?: "high" | "normal" | "low" | null;
        };
        ok: {
            /** The message's id. */
            msgId: string;
            /** Its number in the room's epoch: from 1, without gaps. */
            seq: number;
            /** When it was drawn. */
            time: number;
            /** What all are told, if a hook has replaced it. */
            message?: {
                /** The message's number in the epoch: from 1, without gaps. */
                seq: number;
                /** The message's id. */
                msgId: string;
                /** The sender's own id for it. */
                clientMsgId: string;
                /** The user who has sent it; absent: a backend has, in nobody's name. */
                from?: string;
                /** As with `message.send`. */
                type: number;
                /** The content; `{}` if it was recalled. */
                body: Record<string, any>;
                /** When it was drawn. */
                time: number;
                /** `high`, `normal` or `low`. */
                priority: "high" | "normal" | "low";
                /** Only `true`: it was recalled or cleared. */
                isRecalled?: boolean;
            };
        };
    };
    /** Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still keeps. The next frame has it in `cleared`. */
    "room.recall": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The message's id. */
            msgId: string;
        };
        ok: {};
    };
    /** Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all` for every user who may enter. A key that another user has set is for the owner and admins. Participants hear `room.valuesChanged`. */
    "room.setValues": {
        data: {
            /** The room's id. */
            roomID: string;
            /** 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version; 0: only if there is none. `isTransient`: it goes when its user has left the room for `rooms.leaveSeconds`. */
            values: Array<{
                key: string;
                value?: string | null;
                ifVersion?: number | null;
                isTransient?: boolean | null;
            }>;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
        };
    };
    /** Returns the values of a room that the caller may enter. */
    "room.values": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The values. */
            values: Array<{
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            }>;
        };
    };
    /** Puts an element into the queue of a room, or changes the one of this key. The same rights as with `room.setValues`. Participants hear `room.queueChanged`. */
    "room.offer": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The element's key. */
            key: string;
            /** The element's value. */
            value?: string | null;
            /** True: before all others; false: behind them. One that is there keeps its place. */
            first?: boolean | null;
            /** Only if the element has this version; 0: only if there is none. */
            ifVersion?: number | null;
            /** True: it goes when its user has left the room for `rooms.leaveSeconds`. */
            isTransient?: boolean | null;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
        };
    };
    /** Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The owner and admins take any, others with `valuesBy` `all` their own. */
    "room.poll": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The element's key. */
            key?: string | null;
            /** Only if the element has this version; 0: only if there is none. */
            ifVersion?: number | null;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The element; absent: there is none. */
            element?: {
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            };
        };
    };
    /** Returns the queue of a room that the caller may enter. */
    "room.queue": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The elements, the head first. */
            elements: Array<{
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            }>;
        };
    };
    /** Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client gathers what its user taps and says it together, twice a second at most. */
    "room.count": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The counter's name. */
            counter: string;
            /** So much is added. */
            count?: number | null;
        };
        ok: {};
    };
    /** Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists. */
    "room.modify": {
        data: {
            /** The room's id. */
            roomID: string;
            /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
            slowSeconds?: number | null;
            /** The admins. They act on those who are neither admins nor the owner. */
            admins?: Array<string> | null;
            /** Users who may send while all are muted, beside the owner and admins. */
            speakers?: Array<string> | null;
        };
        ok: {};
    };
    /** Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither. */
    "room.mute": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The user. */
            userID: string;
            /** For so many seconds; −1: for ever; 0: no longer. */
            seconds: number;
        };
        ok: {};
    };
    /** Lets only the owner, admins and speakers send, or all again. For the owner and admins. */
    "room.muteAll": {
        data: {
            /** The room's id. */
            roomID: string;
            /** Whether only the owner, admins and speakers may send. */
            isMuted: boolean;
        };
        ok: {};
    };
    /** Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends. */
    "room.ban": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The user. */
            userID: string;
            /** For so many seconds; −1: for ever; 0: no longer. */
            seconds: number;
            /** Also removes what the user has said. */
            clear?: boolean | null;
        };
        ok: {};
    };
    /** Puts a user out of a room (`room.left`). The user may enter again. */
    "room.kick": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The user. */
            userID: string;
            /** Also removes what the user has said. */
            clear?: boolean | null;
        };
        ok: {};
    };
    /** Calls the other user of a conversation, or members of a group. It rings on all of their devices until one answers, or the time is over. */
    "call.invite": {
        data: {
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** In a group: the members who are called. Between two it can be left out. */
            userIDs?: Array<string> | null;
            /** What the app calls it, such as `audio` or `video`. */
            kind: string;
            /** For those who are called: a JSON object of up to 2048 bytes. */
            data?: Record<string, any> | null;
            /** For so long it rings. */
            seconds?: number | null;
        };
        ok: {
            call: Call;
        };
    };
    /** Takes a call that rings. The first device of the user decides; the others are told which one. */
    "call.accept": {
        data: {
            /** The call. */
            callID: string;
        };
        ok: {
            call: Call;
        };
    };
    /** Declines a call that rings, for all of the user's devices. */
    "call.reject": {
        data: {
            /** The call. */
            callID: string;
        };
        ok: {
            call: Call;
        };
    };
    /** Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends. */
    "call.cancel": {
        data: {
            /** The call. */
            callID: string;
        };
        ok: {
            call: Call;
        };
    };
    /** Leaves a call that the user has accepted or begun. It ends when one user is left. */
    "call.leave": {
        data: {
            /** The call. */
            callID: string;
        };
        ok: {
            call: Call;
        };
    };
    /** Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's report of the same waits, a further one gets its id. */
    "report.create": {
        data: {
            /** The message. */
            msgId?: string | null;
            /** The user. */
            userID?: string | null;
            /** The group. */
            groupID?: string | null;
            /** The room's id. */
            roomID?: string | null;
            /** Why. */
            reason: "spam" | "abuse" | "sexual" | "violence" | "fraud" | "illegal" | "other";
            /** The reporter's own words. */
            text?: string | null;
        };
        ok: {
            /** The report's id, in digits. */
            reportID: string;
        };
    };
    /** Changes properties of the caller's hosted profile: all of them or none. */
    "userProfile.update": {
        data: {
            /** Also changes the nickname of `profile.…`. */
            name?: string | null;
            /** Also changes the avatar of `profile.…`. */
            portraitUri?: string | null;
            /** Empty: none. This holds for the other texts too. */
            email?: string | null;
            /** In the application's own form. */
            birthday?: string | null;
            /** 0: unknown; 1: male; 2: female. */
            gender?: 0 | 1 | 2 | null;
            /** In the application's own form. */
            location?: string | null;
            /** Its meaning is up to the application. */
            role?: number | null;
            /** Its meaning is up to the application. */
            level?: number | null;
            /** Configured extensions (`hosting.extensions`) of 0–256 characters; an empty one is deleted. */
            userExtProfile?: Record<string, string> | null;
        };
        ok: {};
    };
    /** Reads the caller's hosted profile. */
    "userProfile.getMine": {
        data: {};
        ok: {
            profile: HostedProfile;
        };
    };
    /** Reads hosted profiles, as far as the caller may see them. */
    "userProfile.get": {
        data: {
            /** The users. */
            userIds: Array<string>;
        };
        ok: {
            /** The profiles of the users who exist, in the order asked for, each once. */
            profiles: Array<HostedProfile>;
        };
    };
    /** Sets who may see the caller's hosted profile. */
    "userProfile.setVisibility": {
        data: {
            /** 0: the application's default; 1: only name and portrait are seen; 2: everybody sees all; 3: friends see all. */
            visibility: 0 | 1 | 2 | 3;
        };
        ok: {};
    };
    /** Tells who may see the caller's hosted profile. */
    "userProfile.getVisibility": {
        data: {};
        ok: {
            /** The value that was set; 0 at first. */
            visibility: 0 | 1 | 2 | 3;
        };
    };
    /** Finds the user with a unique id. */
    "userProfile.search": {
        data: {
            /** The unique id. */
            uniqueId: string;
        };
        ok: {
            profile: HostedProfile;
        };
    };
    /** Follows users for a time, which begins anew for users that are followed already. */
    "subscription.subscribe": {
        data: {
            /** The users; each counts once. */
            userIds: Array<string>;
            /** 1: presence; 2: the hosted profile. */
            subscribeType: 1 | 2;
            /** The duration in seconds. */
            expiry: number;
        };
        ok: {
            /** 0, or the code of the first user that failed: 26021 or 34308. */
            status: number;
            /** All users that failed; for the others it is done. */
            failedUserIds: Array<string>;
        };
    };
    /** Stops following users. */
    "subscription.unsubscribe": {
        data: {
            /** The users; each counts once. */
            userIds: Array<string>;
            /** 1: presence; 2: the hosted profile. */
            subscribeType: 1 | 2;
        };
        ok: {
            /** 0, or the code of the first user that failed: 26021 or 34308. */
            status: number;
            /** All users that failed; for the others it is done. */
            failedUserIds: Array<string>;
        };
    };
    /** Reads the presence or the profiles of users, as far as the caller follows them. */
    "subscription.query": {
        data: {
            /** The users; each counts once. */
            userIds: Array<string>;
            /** 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing. */
            subscribeType: 1 | 2 | 3 | 4;
        };
        ok: {
            /** See [subscriptions.md](subscriptions.md). */
            events: Array<SubscriptionEvent>;
        };
    };
    /** Says a line beside the caller's presence, to those who are told the presence. */
    "subscription.setStatus": {
        data: {
            /** The line; empty: none any more. */
            text: string;
            /** Until when it is shown, in milliseconds since 1970; 0: until it is changed. */
            until?: number | null;
        };
        ok: {};
    };
    /** Lists the users that the caller follows, in the order of following. */
    "subscription.list": {
        data: {
            /** 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing. */
            subscribeType: 1 | 2 | 3 | 4;
            /** At most this many entries. */
            pageSize: number;
            /** How many entries were read before. */
            startIndex: number;
        };
        ok: {
            /** See [subscriptions.md](subscriptions.md). */
            events: Array<SubscriptionEvent>;
        };
    };
    /** Registers this session's device for pushes while it has no session. It holds until the next registration, or until the session is closed. */
    "push.register": {
        data: {
            /** The provider that carries pushes to the device. It must be configured. */
            provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
            /** The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a phone maker's registration token, the browser's PushSubscription as JSON, or what the webhook expects. */
            token: unknown;
            /** One of `push.apps`; left out or empty: the app of the provider's own section. */
            app?: string | null;
            /** The language of the pushes' own words, by BCP 47. */
            language?: string | null;
            /** The most that a push shows on this device: `full`, as by default; `sender`: not the text; `none`: that there is a message. */
            preview?: "none" | "sender" | "full" | null;
        };
        ok: {};
    };
    /** Ends the pushes to a device. */
    "push.unregister": {
        data: {
            /** One of the user's devices. Left out: this session's. */
            device?: string | null;
        };
        ok: {
            /** False if the device was not registered. */
            unregistered: boolean;
        };
    };
    /** Lists the user's devices that get pushes. */
    "push.devices": {
        data: {};
        ok: {
            /** In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8 characters; `language`, `preview`: as registered. */
            devices: Array<{
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
                app?: string;
                token: string;
                language?: string;
                preview: "none" | "sender" | "full";
                since: number;
            }>;
        };
    };
    /** Tells the key that a web page needs to subscribe to pushes. */
    "push.webPushKey": {
        data: {};
        ok: {
            /** The `applicationServerKey`. */
            key: string;
        };
    };
    /** Sets a quiet time of the day, in which only forced pushes come. */
    "push.setGlobalDnd": {
        data: {
            /** Whether there is a quiet time. */
            enabled: boolean;
            /** When the quiet time begins each day. */
            start?: string | null;
            /** When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet. */
            end?: string | null;
            /** How many minutes the user's clock is ahead of UTC. */
            utcOffset?: number | null;
        };
        ok: {};
    };
    /** Tells the quiet time, in which only forced pushes come. */
    "push.getGlobalDnd": {
        data: {};
        ok: {
            /** As it was set; false at first. */
            enabled: boolean;
            /** As it was set. */
            start: string;
            /** As it was set. */
            end: string;
            /** As it was set. */
            utcOffset: number;
        };
    };
    /** Tells whether a message was pushed to the caller, and why or why not. */
    "push.explain": {
        data: {
            /** The message. */
            msgId: string;
        };
        ok: {
            /** Whether the message was pushed; null: not decided yet. */
            pushed: boolean | null;
            /** Only if not: `ownMessage`, `recalled`, `expired`, `notMember`, `switchedOff`, `groupBlocked`, `refused`, `notification`, `notMentioned`, `withoutPush`, `mentionsOnly`, `notifyNone`, `notifyManagersOnly`, `quietHours`, `noDevice`, `online`, `noProvider`; see [pushes.md](pushes.md). */
            reason?: string;
            /** The rule that gives the reason. */
            rule?: string;
            /** Only if pushed: the push's text. */
            text?: string;
            /** Only if pushed: the number of all unread messages. */
            badge?: number;
            /** Only if pushed: whether the sender forced it. */
            forced?: boolean;
            /** True if it was pushed because a session that had been sent the message was lost; else left out. */
            sessionLost?: true;
            /** True if it was recalled after it was pushed: the text is that of the push that takes its place. */
            recalled?: true;
            /** The same if it has expired since. */
            expired?: true;
            /** True if it was edited after it was pushed, and pushed again for that. */
            edited?: true;
            /** Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`, `refused`, `unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`, `notShown`: what receipts say, left out before; `replaced`: this is the push that took the place of another. */
            devices?: Array<{
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
                app?: string;
                token: string;
                title?: string;
                body: string;
                state: "waiting" | "accepted" | "refused" | "unregistered" | "expired";
                attempts: number;
                status: number;
                answer: string;
                answeredAt: number;
                delivered?: number;
                opened?: number;
                notShown?: string;
                replaced?: true;
            }>;
        };
    };
    /** Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts. Without a session: `POST /v1/push/receipts` with the same members. */
    "push.receipt": {
        data: {
            /** The push's ticket, as it came with it. */
            ticket: string;
            /** What has become of the push. */
            event: "delivered" | "opened";
        };
        ok: {};
    };
    /** Lists a user's sessions. */
    "admin.session.list": {
        data: {
            /** The user. */
            userID: string;
        };
        ok: {
            /** The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's. */
            sessions: Array<{
                session: string;
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                openedAt: number;
                address: string;
                /** The node of a cluster that has the session's connection. */
                node?: string;
            }>;
        };
    };
    /** Lists the sessions of all users, or those that match, a page at a time. */
    "admin.session.find": {
        data: {
            /** Only sessions on this platform. */
            platform?: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony" | null;
            /** Only sessions from this address or network, such as `10.1.0.0/16`. */
            address?: string | null;
            /** From the page before; left out: the first page. */
            cursor?: string | null;
            /** The most sessions of the page. */
            limit?: number | null;
        };
        ok: {
            /** In an order of the gateway's own. A page may have fewer than `limit`, and none. */
            sessions: Array<{
                userID: string;
                session: string;
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                openedAt: number;
                address: string;
                /** The node of a cluster that has the session's connection. */
                node?: string;
            }>;
            /** What to give as `cursor` for the next page; empty: there is none. */
            cursor: string;
        };
    };
    /** Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The devices stay registered for pushes, and may come back. */
    "admin.session.kick": {
        data: {
            /** The user. */
            userID: string;
            /** Only this session. */
            session?: string | null;
            /** Only sessions of this device. */
            device?: string | null;
            /** Only sessions on this platform. */
            platform?: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony" | null;
            /** A text for the sessions that end; `session.kicked` has it. */
            reason?: string | null;
        };
        ok: {
            /** How many sessions end. */
            kicked: number;
        };
    };
    /** Tells what the gateway knows of a user at the moment. */
    "admin.user.state": {
        data: {
            /** The user. */
            userID: string;
        };
        ok: {
            /** The user. */
            userID: string;
            /** Whether the user has a session. */
            online: boolean;
            /** Whether the account is disabled. */
            disabled: boolean;
            /** The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's. */
            sessions: Array<{
                session: string;
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                openedAt: number;
                address: string;
                /** The node of a cluster that has the session's connection. */
                node?: string;
            }>;
            /** The unread messages of all conversations, as `conversation.totalUnread`. */
            totalUnread: number;
            /** In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8 characters; `language`, `preview`: as registered. */
            devices: Array<{
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
                app?: string;
                token: string;
                language?: string;
                preview: "none" | "sender" | "full";
                since: number;
            }>;
            /** How many users the user follows, by type: 1 online status, 2 profile. */
            subscriptions: Array<{
                type: 1 | 2;
                count: number;
            }>;
        };
    };
    /** Sends a message to a user, to a group, or to many users, as a user or as the system sender; now, or to one conversation `at` a time. Rates, quotas, blacklists, mutes and the rule that only friends may write do not hold. To many users a repeat with the same `key`, or the same `clientMsgId`, sends what is missing. */
    "admin.message.send": {
        data: {
            /** The user who sends. Left out: the system sender (`accounts.systemSender`). */
            from?: string | null;
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID?: string | null;
            /** Instead of `conversationID`: the users who get the message, each for itself. */
            userIDs?: Array<string> | null;
            /** The sender's own id for the message. Left out: one that is made of the request's `key`. */
            clientMsgId?: string | null;
            /** To one conversation: when to send it, in milliseconds since 1970, up to a year ahead. Left out: now. */
            at?: number | null;
            /** text, image, audio, video, location, file, tip, elements, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 20 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** The text of the message's push, up to 500 characters. */
            apnsContent?: string | null;
            /** Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100, default all; and the text. See [pushes.md](pushes.md). */
            apnsMemberOption?: {
                forcePush?: boolean | null;
                userIds?: Array<string> | null;
                apnsContent?: string | null;
            } | null;
            /** How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md). */
            apnsPayload?: {
                sound?: string | null;
                badge?: boolean | null;
                channel?: string | null;
                category?: string | null;
                collapseId?: string | null;
                subtitle?: string | null;
                thread?: string | null;
                custom?: Record<string, any> | null;
            } | null;
            /** In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all. */
            atUserList?: Array<string> | null;
            /** The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too. */
            replyTo?: {
                msgId: string;
            } | null;
            /** So many seconds after it was sent, up to a year, the message is gone for everybody. */
            expireSeconds?: number | null;
            /** `message.history` returns the message. */
            history?: boolean | null;
            /** Devices that log in later get the message. */
            roaming?: boolean | null;
            /** The sender's other devices get the message. */
            sync?: boolean | null;
            /** The message is kept for receivers who are offline. */
            persist?: boolean | null;
            /** The message raises the receivers' unread counts. */
            shouldBeCounted?: boolean | null;
            /** The message may be pushed. */
            apnsEnabled?: boolean | null;
            /** The push begins with the sender's name. */
            apnsWithPrefix?: boolean | null;
            /** Accepted, but has no effect. */
            route?: boolean | null;
            /** Asks the members of a group for receipts. */
            teamReceipt?: boolean | null;
            /** A user's next reaction takes the place of its last, as in a poll with one vote each. */
            exclusiveReactions?: boolean | null;
            /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
            media?: Array<string> | null;
            /** In a group: the members for whom alone the message is, beside its sender. It counts nowhere, and is no conversation's `lastMessage`; not with `atUserList` or `teamReceipt`. */
            visibleTo?: Array<string> | null;
        };
        ok: {
            /** To one conversation: the message's id, in digits. */
            msgId?: string;
            /** Likewise: the conversation. */
            conversationID?: string;
            /** Likewise: the message's number in the conversation. */
            seq?: number;
            /** Likewise: when the gateway accepted the message. */
            time?: number;
            /** Instead, while it waits for `at`: the id to cancel it by. */
            scheduleID?: string;
            /** Likewise: when it will be sent. */
            at?: number;
            /** To many users: one for each, in the order sent; `code` 0: sent, 404: no such user, 1006: the `clientMsgId` was used for another message to this user. */
            results?: Array<{
                userID: string;
                code: number;
                msgId?: string;
                seq?: number;
            }>;
        };
    };
    /** Begins a message whose text comes by `admin.message.append`. It is judged as one that is sent, and nothing is stored before `admin.message.finish`. With `Martlet-As` the user's own rules hold. A repeated `clientMsgId` gets the same `streamID`, and after the end the message. */
    "admin.message.begin": {
        data: {
            /** The user who sends. Left out: the one of `Martlet-As`. The system sender does not stream. */
            from?: string | null;
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** If the text does not come to its end. `keep`: what there is of it is sent, with `broken`; `drop` (default): nothing is sent. */
            onBreak?: "keep" | "drop" | null;
            /** Members of the message's body beside `text`, as with `message.send`. */
            body?: Record<string, any> | null;
            /** The text of the message's push, up to 500 characters. */
            apnsContent?: string | null;
            /** Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100, default all; and the text. See [pushes.md](pushes.md). */
            apnsMemberOption?: {
                forcePush?: boolean | null;
                userIds?: Array<string> | null;
                apnsContent?: string | null;
            } | null;
            /** How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md). */
            apnsPayload?: {
                sound?: string | null;
                badge?: boolean | null;
                channel?: string | null;
                category?: string | null;
                collapseId?: string | null;
                subtitle?: string | null;
                thread?: string | null;
                custom?: Record<string, any> | null;
            } | null;
            /** In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all. */
            atUserList?: Array<string> | null;
            /** The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too. */
            replyTo?: {
                msgId: string;
            } | null;
            /** So many seconds after it was sent, up to a year, the message is gone for everybody. */
            expireSeconds?: number | null;
            /** `message.history` returns the message. */
            history?: boolean | null;
            /** Devices that log in later get the message. */
            roaming?: boolean | null;
            /** The sender's other devices get the message. */
            sync?: boolean | null;
            /** The message is kept for receivers who are offline. */
            persist?: boolean | null;
            /** The message raises the receivers' unread counts. */
            shouldBeCounted?: boolean | null;
            /** The message may be pushed. */
            apnsEnabled?: boolean | null;
            /** The push begins with the sender's name. */
            apnsWithPrefix?: boolean | null;
            /** Accepted, but has no effect. */
            route?: boolean | null;
            /** Asks the members of a group for receipts. */
            teamReceipt?: boolean | null;
            /** A user's next reaction takes the place of its last, as in a poll with one vote each. */
            exclusiveReactions?: boolean | null;
            /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
            media?: Array<string> | null;
        };
        ok: {
            /** The id while it is streamed, and afterwards in the message. */
            streamID?: string;
            /** If it was sent: the message's id, in digits. */
            msgId?: string;
            /** Likewise: the conversation. */
            conversationID?: string;
            /** Likewise: the message's number in the conversation. */
            seq?: number;
            /** Likewise: when it was sent. */
            time?: number;
        };
    };
    /** Appends to a message that is being streamed. Text that is there already is a success. With a hole before it, or another text, the refusal (gw 1006) has the `length` that there is. 20 a second to a message. */
    "admin.message.append": {
        data: {
            /** The id of the message while it is streamed. */
            streamID: string;
            /** Where the chunk begins: so many bytes of UTF-8 there are before it. */
            offset: number;
            /** The chunk. */
            text: string;
        };
        ok: {
            /** So many bytes there are now. */
            length: number;
        };
    };
    /** Sends the message with the text that has come. It is judged again. A repeat gets the same reply for 30 seconds. */
    "admin.message.finish": {
        data: {
            /** The id of the message while it is streamed. */
            streamID: string;
        };
        ok: {
            /** The id while it is streamed, and afterwards in the message. */
            streamID?: string;
            /** If it was sent: the message's id, in digits. */
            msgId?: string;
            /** Likewise: the conversation. */
            conversationID?: string;
            /** Likewise: the message's number in the conversation. */
            seq?: number;
            /** Likewise: when it was sent. */
            time?: number;
        };
    };
    /** Gives a message up: what has come is sent, with `broken`, or nothing, as `onBreak` said. */
    "admin.message.abort": {
        data: {
            /** The id of the message while it is streamed. */
            streamID: string;
        };
        ok: {
            /** The id while it is streamed, and afterwards in the message. */
            streamID?: string;
            /** If it was sent: the message's id, in digits. */
            msgId?: string;
            /** Likewise: the conversation. */
            conversationID?: string;
            /** Likewise: the message's number in the conversation. */
            seq?: number;
            /** Likewise: when it was sent. */
            time?: number;
        };
    };
    /** Takes messages along that were sent elsewhere: they keep their senders and times, and of each conversation the oldest comes first. They are read, and nobody is told of them. A conversation takes them until the first message is sent in it. A message that was taken before is not taken again. */
    "admin.message.import": {
        data: {
            /** The messages. `conversationID` is as the sender `from` names it; `clientMsgId` is the message's id there, and no other message of the conversation and its time has it; `time` is in milliseconds since 1970; `type` and `body` as in `message.send`; `media` has the uploads to which it refers, also those of its elements; one of type 21 has in `merged` what it holds, up to 256 KiB. */
            messages: Array<{
                conversationID: string;
                from: string;
                clientMsgId: string;
                time: number;
                type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 20 | 100 | 12 | 21;
                body: Record<string, any>;
                media?: Array<string> | null;
                merged?: Array<{
                    from: string;
                    time: number;
                    type: number;
                    body: Record<string, any>;
                    media?: Array<string> | null;
                }> | null;
            }>;
        };
        ok: {
            /** One for each, in the order sent; `code` 0: taken, now or before; 40003, 404, 605: there is no such sender, user, group; 1006: the conversation has newer messages, or some that were sent here; 1010: there is no such upload; 1013: too many messages have its time; 1007: its body is too large; 414: it is too old or in the future, or `info` names a member that is not valid. */
            results: Array<{
                clientMsgId: string;
                code: number;
                msgId?: string;
                seq?: number;
                time?: number;
                /** Why it was not taken. */
                info?: string;
            }>;
        };
    };
    /** Reads all messages of a conversation, a page at a time: also those that its members do not see. */
    "admin.message.history": {
        data: {
            /** Of a conversation between two: the one for whom `conversationID` names the other. */
            userID?: string | null;
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** From the newest message back, or from the oldest forward. */
            direction?: "older" | "newer" | null;
            /** Lists messages older or newer than this seq. 0: begins with the newest or the oldest. */
            cursor?: number | null;
            /** At most this many messages. */
            limit?: number | null;
            /** Instead of `cursor`: a message's id. The page has this message in its middle. */
            around?: string | null;
        };
        ok: {
            /** The messages in the order of `direction`. */
            messages: Array<Message>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** Only if a message has ever changed: the place of the last change in the conversation. */
            change?: number;
        };
    };
    /** Reads what any message of type 21 holds, a page at a time. */
    "admin.message.merged": {
        data: {
            /** The message. */
            msgId: string;
            /** The value from the last page. 0: from the oldest one on. */
            cursor?: number | null;
            /** At most this many. */
            limit?: number | null;
        };
        ok: {
            /** The copies, the oldest first, as many as fit into a reply. */
            messages: Array<MergedMessage>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
        };
    };
    /** Takes a message back, whoever sent it and whenever. */
    "admin.message.recall": {
        data: {
            /** The message. */
            msgId: string;
            /** Why, for all to read. */
            reason?: string | null;
        };
        ok: {
            /** The message. */
            msgId: string;
        };
    };
    /** Deletes messages out of a user's own history, as `message.delete` of the user does. `admin.message.recall` takes a message from all. */
    "admin.message.delete": {
        data: {
            /** The user. */
            userID: string;
            /** `c2c_` and a user's id, or `group_` and a group's. */
            conversationID: string;
            /** The messages, of this conversation. */
            msgIds: Array<string>;
        };
        ok: {
            /** Those that are deleted now and were not before. */
            msgIds: Array<string>;
        };
    };
    /** Lists the messages that wait to be sent, in the order in which they are due. */
    "admin.message.scheduled": {
        data: {
            /** The value from the last page. Left out: from the start. */
            cursor?: string | null;
            /** At most this many messages. */
            limit?: number | null;
        };
        ok: {
            /** As they were given to `admin.message.send`. */
            messages: Array<{
                scheduleID: string;
                at: number;
                from: string;
                conversationID: string;
                clientMsgId: string;
                type: number;
                body: Record<string, any>;
                expireSeconds?: number;
                media?: Array<string>;
            }>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Takes back a message that waits to be sent. One that has been sent is recalled instead. */
    "admin.message.cancel": {
        data: {
            /** The id from the reply to `admin.message.send`. */
            scheduleID: string;
        };
        ok: {
            scheduleID: string;
            at: number;
            from: string;
            conversationID: string;
            clientMsgId: string;
        };
    };
    /** Notifies users, or the members of a group, of something: `notification.new`, `group.notificationDidReceive`. */
    "admin.notification.send": {
        data: {
            /** The users who are notified. */
            userIDs?: Array<string> | null;
            /** Instead of `userIDs`: the group whose members are notified. */
            groupID?: string | null;
            /** What has happened, in a word of the backend's own. */
            name: string;
            /** What the clients need of it, up to `messages.bodyBytes` of JSON. */
            data?: Record<string, any> | null;
            /** Only sessions that are open now are notified. Otherwise the notification is in the stream of the user, or of the group, and devices that are away get it when they come back. */
            live?: boolean | null;
            /** Only with `userIDs` and `live`: only sessions on this platform are notified. */
            platform?: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony" | null;
            /** The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to. */
            apnsContent?: string | null;
            /** With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications). */
            forcePush?: boolean | null;
            /** How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. `title`: its title, 1–64 characters; `image`: an https URL; `level`, `class`: how much it presses, and what it is about, by default `promotion`; `mutable`: the app's extension may change it; `silent`: nothing is shown, the app is woken. See [pushes.md](pushes.md). */
            apnsPayload?: {
                sound?: string | null;
                badge?: boolean | null;
                channel?: string | null;
                category?: string | null;
                collapseId?: string | null;
                subtitle?: string | null;
                thread?: string | null;
                custom?: Record<string, any> | null;
                title?: string | null;
                image?: string | null;
                level?: "passive" | "active" | "time-sensitive" | null;
                class?: "chat" | "call" | "notice" | "promotion" | null;
                mutable?: boolean | null;
                silent?: boolean | null;
            } | null;
        };
        ok: {
            /** Only with `userIDs`: one for each, in the order sent; `code` 0: done. */
            results?: Array<{
                userID: string;
                code: number;
                /** Only if it is pushed, to a user or to a group: what `admin.push.explain` takes. */
                msgId?: string;
            }>;
            /** Only if it is pushed, to a user or to a group: what `admin.push.explain` takes. */
            msgId?: string;
        };
    };
    /** Changes fields of a user's profile: all of them or none. Forbidden words are accepted. */
    "admin.profile.modify": {
        data: {
            /** The user. */
            userID: string;
            /** At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level` and `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a configured name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a string or `{"b": base64}`. */
            values: {
                nickname?: string;
                faceUrl?: string;
                allowType?: 0 | 1 | 2;
                gender?: 0 | 1 | 2;
                birthday?: number;
                language?: number;
                level?: number;
                role?: number;
                location?: string | Bytes;
                selfSignature?: string | Bytes;
                [member: string]: any;
            };
        };
        ok: {};
    };
    /** Reads what is known of an upload. */
    "admin.media.get": {
        data: {
            /** The upload. */
            mediaID: string;
        };
        ok: {
            /** The user who has uploaded it. */
            owner: string;
            /** Its id. */
            mediaID: string;
            /** As it was prepared. */
            use: "message" | "avatar";
            /** How far it is. */
            state: "uploading" | "pending" | "ready" | "refused" | "deleted";
            /** Its media type. */
            type: string;
            /** If it has a name. */
            name?: string;
            /** In bytes. */
            size: number;
            /** When it was prepared. */
            time: number;
            /** Of a complete one: `digest` if its bytes are those of `sha256`. */
            verified?: "digest" | "size";
            /** In pixels, if known. */
            width?: number;
            /** In pixels, if known. */
            height?: number;
            /** The id of its small picture, if it has one. */
            thumbnail?: string;
            /** Only if its bytes are there: where they can be read for an hour. */
            url?: string;
        };
    };
    /** Lists the uploads of a user, or all, the newest first. */
    "admin.media.list": {
        data: {
            /** The user. Left out: all together. */
            userID?: string | null;
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many. */
            limit?: number | null;
        };
        ok: {
            /** The newest first. */
            media: Array<OwnedMedia>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Deletes an upload, whoever has uploaded it. Messages that refer to it stay, and show that it is deleted. */
    "admin.media.delete": {
        data: {
            /** The upload. */
            mediaID: string;
        };
        ok: {};
    };
    /** Gives an upload another small picture, which lives and is read as the upload itself. Messages show it. */
    "admin.media.setThumbnail": {
        data: {
            /** The upload. */
            mediaID: string;
            /** A complete upload of the same user: a picture of up to 64 KiB and 640 pixels each way. */
            thumbnail: string;
        };
        ok: {};
    };
    /** Tells how much a user, or all together, have uploaded. */
    "admin.media.usage": {
        data: {
            /** The user. Left out: all together. */
            userID?: string | null;
        };
        ok: {
            /** How many uploads there are. */
            files: number;
            /** How many bytes they have, those under way with the size that was announced. */
            bytes: number;
        };
    };
    /** Ends the review of an upload (`media.review`). A later review can refuse what was ready; nothing makes a refused one ready. */
    "admin.media.review": {
        data: {
            /** The upload. */
            mediaID: string;
            /** True: everybody who sees it may have it; false: it is refused, and goes. */
            ready: boolean;
        };
        ok: {
            /** The state from now on. */
            state: "ready" | "refused";
        };
    };
    /** Lists a user's friends in the order of their ids, as `friend.list` does for the user. */
    "admin.friend.list": {
        data: {
            /** The user. */
            userID: string;
            /** The value from the last page; left out: from the start. */
            next?: string | null;
            /** At most this many friends. */
            count?: number | null;
            /** The `version` of the caller's copy: lists only changes since then; left out: all friends. */
            sinceVersion?: number | null;
        };
        ok: {
            /** The friends. */
            friends: Array<Friend>;
            /** Only with `sinceVersion`: users who were friends then or later, but are not now. */
            deleted?: Array<string>;
            /** Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again. */
            friendGroupsChanged?: boolean;
            /** Only with `sinceVersion`: the blacklist has changed since then. */
            blacklistChanged?: boolean;
            /** Send it for the next page; empty at the end. */
            next: string;
            /** Whether this was the last page. */
            isFinished: boolean;
            /** Rises with every change of the friends, friend groups or blacklist. */
            version: number;
        };
    };
    /** Adds friends in the name of a user, or asks them. The rate is not limited. */
    "admin.friend.add": {
        data: {
            /** The user. */
            userID: string;
            /** The users to add. Only `userID` is required. */
            friends: Array<{
                userID: string;
                remark?: string | null;
                addWording?: string | null;
                addSource?: string | null;
                group?: string | null;
            }>;
            /** 1: only the caller's list gets the other. 2: both lists do. */
            addType?: number | null;
            /** True: nobody is asked, whatever the others' `allowType` is, and a barred user can add friends too. */
            force?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent. `code`: those of `friend.add`; 30003 also for the user itself. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Writes friends into a user's list, or corrects friends that are in it. Nobody is asked, and the others' lists do not change. */
    "admin.friend.import": {
        data: {
            /** The user. */
            userID: string;
            /** Friends, written as in `friend.list`. Only `userID` is required; `profile` is ignored. */
            friends: Array<{
                userID: string;
                remark?: string | null;
                groups?: Array<string> | null;
                addWording?: string | null;
                addSource?: string | null;
                addTime?: number | null;
                customInfo?: Record<string, number | string | Bytes> | null;
            }>;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 30003, 30010 or 30011. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Writes users into a user's blacklist, or corrects the times of users that are in it. */
    "admin.blacklist.import": {
        data: {
            /** The user. */
            userID: string;
            /** Users, written as in `blacklist.list`. Without `addTime`: from now on. */
            users: Array<{
                userID: string;
                addTime?: number | null;
            }>;
            /** True: friendships with these users stay, on both sides. */
            keepFriends?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent. `code`: 0, 30003 or 30013. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Destroys a group. */
    "admin.group.destroy": {
        data: {
            /** The group. */
            groupID: string;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Invites users. Users who are members already are skipped. An administrator does it, in the operator's name. */
    "admin.group.invite": {
        data: {
            /** The group. */
            groupID: string;
            /** The users to invite. */
            userIDs: Array<string>;
            /** For the invited users. */
            message?: string | null;
            /** True: those who join by it also see what was said in the group before. */
            showsHistory?: boolean | null;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {
            /** `code`: 0, 204, 603, 4 or gw 1025. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Accepts a user who has asked to join. An administrator does it, in the operator's name. */
    "admin.group.approve": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID: string;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Refuses a user who has asked to join. An administrator does it, in the operator's name. */
    "admin.group.decline": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID: string;
            /** The reason. */
            reason?: string | null;
        };
        ok: {};
    };
    /** Removes members: all of them or none. An administrator does it, in the operator's name. */
    "admin.group.remove": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Makes another member the owner; the caller becomes an ordinary member, or leaves. An administrator does it, in the operator's name. */
    "admin.group.transfer": {
        data: {
            /** The group. */
            groupID: string;
            /** The member who becomes the owner. */
            newOwner: string;
            /** Whether the former owner leaves the group then. */
            leave?: boolean | null;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Changes the given fields of a group. Only the owner can change modes. An administrator does it, in the operator's name. */
    "admin.group.modify": {
        data: {
            /** The group. */
            groupID: string;
            /** The group's name. */
            name?: string | null;
            /** The group's description. */
            description?: string | null;
            /** The avatar's URL. */
            avatar?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a super team. */
            maxUsers?: number | null;
            /** Whether invited users are asked. */
            isInviteNeedConfirm?: boolean | null;
            /** 0: anybody can join; 1: joining needs approval; 2: nobody can join. */
            joinMode?: number | null;
            /** 0: owner and admins invite; 1: every member can. */
            inviteMode?: number | null;
            /** 0: invited users are asked; 1: they are not. */
            beInviteMode?: number | null;
            /** 0: owner and admins change the info; 1: every member can. */
            updateInfoMode?: number | null;
            /** For so many days back new members see what was said before they came. 0: nothing; -1: everything that is kept. */
            historyForNew?: number | null;
            /** What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each, with up to 100 members; `positions`: how far each member has read, with any number of them. */
            receipts?: "messages" | "positions" | null;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Sets the announcement. An administrator does it, in the operator's name. */
    "admin.group.setAnnouncement": {
        data: {
            /** The group. */
            groupID: string;
            /** The text for all members. */
            announcement: string;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Makes members admins: all of them or none. Takes `userID` or `userIDs`. An administrator does it, in the operator's name. */
    "admin.group.addAdmin": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID?: string | null;
            /** The users. */
            userIDs?: Array<string> | null;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. An administrator does it, in the operator's name. */
    "admin.group.removeAdmin": {
        data: {
            /** The group. */
            groupID: string;
            /** The user. */
            userID?: string | null;
            /** The users. */
            userIDs?: Array<string> | null;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Mutes members: all of them or none. An administrator does it, in the operator's name. */
    "admin.group.mute": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** The time in milliseconds; -1: for ever. */
            duration: -1 | number;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Unmutes members. An administrator does it, in the operator's name. */
    "admin.group.unmute": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Adds members to the white list: they may speak while all are muted. An administrator does it, in the operator's name. */
    "admin.group.addToWhiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Removes members from the white list. An administrator does it, in the operator's name. */
    "admin.group.removeFromWhiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Removes users and keeps them out, members or not: all of them or none. For those who may remove them. An administrator does it, in the operator's name. */
    "admin.group.ban": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
            /** For so many seconds; -1: for ever. */
            seconds: -1 | number;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Lets users come again. Those who are not banned are passed over. For owner and admins. An administrator does it, in the operator's name. */
    "admin.group.unban": {
        data: {
            /** The group. */
            groupID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {};
    };
    /** Sets and removes values of a group, all of these or none, or says which counters it has. For owner and admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets has no `by`. Members hear `group.valuesChanged`. An administrator does it, in the operator's name. */
    "admin.group.setValues": {
        data: {
            /** The group. */
            groupID: string;
            /** 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version; 0: only if there is none. */
            values?: Array<{
                key: string;
                value?: string | null;
                ifVersion?: number | null;
            }> | null;
            /** The group's counters, with different names. `sum`: the least that the sum is from here on; no sum falls. One that is named no more is gone with its sum. */
            counters?: Array<{
                name: string;
                sum?: number | null;
            }> | null;
        };
        ok: {
            /** The last seq of the group's stream: the version of what was set. */
            seq: number;
        };
    };
    /** Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. An administrator does it, in the operator's name. */
    "admin.group.count": {
        data: {
            /** The group. */
            groupID: string;
            /** The counter's name. */
            counter: string;
            /** So much is added. */
            count?: number | null;
        };
        ok: {
            /** With what was added. */
            sum: number;
        };
    };
    /** Creates a group for a user. Only this operation creates a super team. */
    "admin.group.create": {
        data: {
            /** The group's owner. */
            owner: string;
            /** Left out: a team. A super team has up to `groups.usersPerSuperTeam` members. */
            kind?: "team" | "superTeam" | null;
            /** The group's name. */
            name: string;
            /** The group's description. */
            description?: string | null;
            /** The avatar's URL. */
            avatar?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** 0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining needs approval; 3: public, anybody joins. */
            style?: 0 | 1 | 2 | 3 | null;
            /** The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a super team. */
            maxUsers?: number | null;
            /** Whether invited users are asked. */
            isInviteNeedConfirm?: boolean | null;
            /** The users to invite at once. */
            invitees?: Array<string> | null;
            /** For the invited users. */
            message?: string | null;
        };
        ok: {
            /** The group's id. */
            groupID: string;
            /** `code`: 0, 603 or 4. */
            results: Array<{
                userID: string;
                code: number;
                info: string;
            }>;
        };
    };
    /** Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members. */
    "admin.group.disable": {
        data: {
            /** The group. */
            groupID: string;
            /** False: the group can be used again. */
            disabled?: boolean | null;
        };
        ok: {};
    };
    /** Mutes or unmutes a group. */
    "admin.group.muteAll": {
        data: {
            /** The group. */
            groupID: string;
            /** 0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak. */
            mute: 0 | 1 | 3;
            /** A text for the members. The notification of the change carries it. */
            notifyExt?: string | null;
        };
        ok: {};
    };
    /** Reads a group. */
    "admin.group.get": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {
            /** The group. */
            group: {
                /** The group's id. */
                groupID: string;
                /** Set when it was created. */
                kind: "team" | "superTeam";
                /** The group's name. */
                name: string;
                /** As it was set. */
                description: string;
                /** The avatar's URL. */
                avatar: string;
                /** Data of the application. */
                ext: string;
                /** As in `group.create`. */
                style: 0 | 1 | 2 | 3;
                /** Whether invited users are asked. */
                isInviteNeedConfirm: boolean;
                /** The most members, the owner included. */
                maxUsers: number;
                /** As in `group.modify`. */
                joinMode: 0 | 1 | 2;
                /** As in `group.modify`. */
                inviteMode: 0 | 1;
                /** As in `group.modify`. */
                beInviteMode: 0 | 1;
                /** As in `group.modify`. */
                updateInfoMode: 0 | 1;
                /** As in `group.modify`. */
                historyForNew: number;
                /** As in `group.modify`. */
                receipts: "messages" | "positions";
                /** The group's owner. */
                owner: string;
                /** How many members the group has. */
                memberCount: number;
                /** Whether all members are muted. */
                isAllMemberMuted: boolean;
                /** Whether an administrator has disabled the group. */
                disabled: boolean;
                /** When it was created. */
                createTime: number;
                /** The admins. */
                adminList: Array<string>;
                /** The members who may speak while the group is muted. */
                whiteList: Array<string>;
                /** The members who are muted, and until when, in milliseconds since 1970; -1: for ever. */
                muteList: Array<{
                    userID: string;
                    muteExpire: number;
                }>;
            };
        };
    };
    /** Lists all groups, the newest first. */
    "admin.group.list": {
        data: {
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The groups. */
            groups: Array<{
                groupID: string;
                name: string;
                kind: "team" | "superTeam";
                memberCount: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists a group's members with what is known of each, the newest first. */
    "admin.group.members": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** As in `self` of `group.get`. */
            members: Array<{
                userID: string;
                role: 0 | 1 | 2;
                nickname: string;
                joinTime: number;
                muteExpire: number;
                isInWhiteList: boolean;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists the members of a group who may speak while all are muted. */
    "admin.group.whiteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The newest members first. */
            whiteList: Array<string>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists the members of a group who are muted now. */
    "admin.group.muteList": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** `muteExpire` in milliseconds, or -1. */
            muteList: Array<{
                userID: string;
                muteExpire: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Lists the users who are banned from a group now. */
    "admin.group.bans": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The last one banned first. `banExpire` in milliseconds, or -1. */
            bans: Array<{
                userID: string;
                banExpire: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Returns the values and counters of a group. */
    "admin.group.values": {
        data: {
            /** The group. */
            groupID: string;
        };
        ok: {
            /** By their keys. */
            values: Array<GroupValue>;
            /** The sums by the counters' names. */
            counters: Record<string, number>;
            /** The last seq of the group's stream that is in this. */
            seq: number;
        };
    };
    /** Lists the requests to join a group that wait for an answer, newest first. */
    "admin.group.joinRequests": {
        data: {
            /** The group. */
            groupID: string;
            /** The value from the last page; empty: from the start. */
            cursor?: string | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** `time` in milliseconds. */
            requests: Array<{
                groupID: string;
                userID: string;
                reason: string;
                time: number;
            }>;
            /** Send it for the next page; empty at the end. */
            cursor: string;
        };
    };
    /** Creates a channel. */
    "admin.channel.create": {
        data: {
            /** The channel's id. */
            channelID: string;
            /** The channel's title. */
            title?: string | null;
            /** The channel's description. */
            description?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** Who may read the channel and subscribe to it. `open` (default): every user; `claim`: those whose token names it in the claim `channels`; `guests`: every user, and guests may follow it over HTTP. */
            access?: "open" | "claim" | "guests" | null;
            /** The users who may publish to it; backends may anyway. */
            publishers?: Array<string> | null;
        };
        ok: {};
    };
    /** Changes the given fields of a channel. `publishers` is the whole list. */
    "admin.channel.modify": {
        data: {
            /** The channel's id. */
            channelID: string;
            /** The channel's title. */
            title?: string | null;
            /** The channel's description. */
            description?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** Who may read the channel and subscribe to it. `open` (default): every user; `claim`: those whose token names it in the claim `channels`; `guests`: every user, and guests may follow it over HTTP. */
            access?: "open" | "claim" | "guests" | null;
            /** The users who may publish to it; backends may anyway. */
            publishers?: Array<string> | null;
        };
        ok: {};
    };
    /** Destroys a channel: at once nobody reads or hears it any more. Its messages and subscriptions are deleted in the background. */
    "admin.channel.destroy": {
        data: {
            /** The channel's id. */
            channelID: string;
        };
        ok: {};
    };
    /** Publishes a message to a channel, in a user's name or in nobody's. With `apnsContent` the users who follow it are pushed to. When the reply comes, it is on the disk; a repeated request gets the same reply. */
    "admin.channel.publish": {
        data: {
            /** The channel's id. */
            channelID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** The user in whose name it is published. Left out: the message has no `from`. */
            from?: string | null;
            /** The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to. */
            apnsContent?: string | null;
            /** With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications). */
            forcePush?: boolean | null;
            /** How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. `title`: its title, 1–64 characters; `image`: an https URL; `level`, `class`: how much it presses, and what it is about, by default `promotion`; `mutable`: the app's extension may change it; `silent`: nothing is shown, the app is woken. See [pushes.md](pushes.md). */
            apnsPayload?: {
                sound?: string | null;
                badge?: boolean | null;
                channel?: string | null;
                category?: string | null;
                collapseId?: string | null;
                subtitle?: string | null;
                thread?: string | null;
                custom?: Record<string, any> | null;
                title?: string | null;
                image?: string | null;
                level?: "passive" | "active" | "time-sensitive" | null;
                class?: "chat" | "call" | "notice" | "promotion" | null;
                mutable?: boolean | null;
                silent?: boolean | null;
            } | null;
        };
        ok: {
            /** The message's id, in digits. */
            msgId: string;
            /** The channel. */
            channelID: string;
            /** The message's number in the channel: it rises without gaps. */
            seq: number;
            /** When the gateway accepted the message. */
            time: number;
            message?: ChannelMessage;
        };
    };
    /** Lists all channels. */
    "admin.channel.list": {
        data: {
            /** The value from the last page; 0: from the start. */
            cursor?: number | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The channels. */
            channels: Array<{
                /** The channel's id. */
                channelID: string;
                /** As the backend has set it. */
                title: string;
                /** Likewise. */
                description: string;
                /** Likewise: data of the application. */
                ext: string;
                /** `open`, `claim` or `guests`. */
                access: "open" | "claim" | "guests";
                /** When it was made. */
                createdAt: number;
                /** How many users follow it. */
                followers: number;
            }>;
            /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
            cursor: number;
        };
    };
    /** Returns a channel with the users who may publish to it. */
    "admin.channel.info": {
        data: {
            /** The channel's id. */
            channelID: string;
        };
        ok: {
            /** The channel's id. */
            channelID: string;
            /** As the backend has set it. */
            title: string;
            /** Likewise. */
            description: string;
            /** Likewise: data of the application. */
            ext: string;
            /** `open`, `claim` or `guests`. */
            access: "open" | "claim" | "guests";
            /** When it was made. */
            createdAt: number;
            /** How many users follow it. */
            followers: number;
            /** The seq of its last message. */
            seq: number;
            /** The users who may publish to it. */
            publishers: Array<string>;
        };
    };
    /** Tells all users something, or all who are online: `broadcast.new`. When the reply comes, it is on the disk, and sessions are being told; a repeated request gets the same reply. */
    "admin.broadcast": {
        data: {
            /** The backend's own id for it, such as a UUID. No other broadcast has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** `all` (default): devices that are away get it when they come; `online`: only the sessions that are open now. */
            to?: "all" | "online" | null;
            /** After so many seconds nobody is told any more. */
            expireSeconds?: number | null;
        };
        ok: {
            /** The broadcast's number. */
            seq: number;
            /** When the gateway accepted it. */
            time: number;
        };
    };
    /** Stops a broadcast: sessions that have not been told are not, and devices that come later do not get it. Who has it keeps it. */
    "admin.broadcast.stop": {
        data: {
            /** The broadcast's number. */
            seq: number;
        };
        ok: {};
    };
    /** Tells how far a broadcast has come. Of a cluster, the node that is asked tells of its own sessions. */
    "admin.broadcast.status": {
        data: {
            /** The broadcast's number. */
            seq: number;
        };
        ok: {
            /** The broadcast's number: it rises without gaps, and is its place in the stream. */
            seq: number;
            /** As it was sent. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** As it was sent. */
            body: Record<string, any>;
            /** When the gateway accepted it. */
            time: number;
            /** From when on nobody is told any more; absent: it does not end. */
            expiresAt?: number;
            /** The backend's own id for it. */
            clientMsgId: string;
            /** Whom it is for. */
            to: "all" | "online";
            /** `telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came before this node began to run, and what it did then is not known. */
            state: "telling" | "told" | "stopped" | "expired" | "past";
            /** How many sessions of this node have been told. Absent with `past`. */
            told?: number;
            /** How many sessions this node had when it came. Those that ended before their turn were not told. */
            of?: number;
        };
    };
    /** Lists the broadcasts that are kept, the newest first, as `admin.broadcast.status` shows them. */
    "admin.broadcast.list": {
        data: {
            /** The value from the last page; 0: from the newest on. */
            cursor?: number | null;
            /** At most this many broadcasts. */
            limit?: number | null;
        };
        ok: {
            /** The broadcasts. */
            broadcasts: Array<{
                /** The broadcast's number: it rises without gaps, and is its place in the stream. */
                seq: number;
                /** As it was sent. */
                type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
                /** As it was sent. */
                body: Record<string, any>;
                /** When the gateway accepted it. */
                time: number;
                /** From when on nobody is told any more; absent: it does not end. */
                expiresAt?: number;
                /** The backend's own id for it. */
                clientMsgId: string;
                /** Whom it is for. */
                to: "all" | "online";
                /** `telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came before this node began to run, and what it did then is not known. */
                state: "telling" | "told" | "stopped" | "expired" | "past";
                /** How many sessions of this node have been told. Absent with `past`. */
                told?: number;
                /** How many sessions this node had when it came. Those that ended before their turn were not told. */
                of?: number;
            }>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
        };
    };
    /** Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all` for every user who may enter. A key that another user has set is for the owner and admins. Participants hear `room.valuesChanged`. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.setValues": {
        data: {
            /** The room's id. */
            roomID: string;
            /** 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version; 0: only if there is none. `isTransient`: it goes when its user has left the room for `rooms.leaveSeconds`. */
            values: Array<{
                key: string;
                value?: string | null;
                ifVersion?: number | null;
                isTransient?: boolean | null;
            }>;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
        };
    };
    /** Returns the values of a room that the caller may enter. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.values": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The values. */
            values: Array<{
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            }>;
        };
    };
    /** Puts an element into the queue of a room, or changes the one of this key. The same rights as with `room.setValues`. Participants hear `room.queueChanged`. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.offer": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The element's key. */
            key: string;
            /** The element's value. */
            value?: string | null;
            /** True: before all others; false: behind them. One that is there keeps its place. */
            first?: boolean | null;
            /** Only if the element has this version; 0: only if there is none. */
            ifVersion?: number | null;
            /** True: it goes when its user has left the room for `rooms.leaveSeconds`. */
            isTransient?: boolean | null;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
        };
    };
    /** Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The owner and admins take any, others with `valuesBy` `all` their own. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.poll": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The element's key. */
            key?: string | null;
            /** Only if the element has this version; 0: only if there is none. */
            ifVersion?: number | null;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The element; absent: there is none. */
            element?: {
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            };
        };
    };
    /** Returns the queue of a room that the caller may enter. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.queue": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The number of their last change, as `room.enter` and events say it. */
            state: number;
            /** The elements, the head first. */
            elements: Array<{
                /** The key. */
                key: string;
                /** What was set. */
                value: string;
                /** The `state` that began with it, for `ifVersion`. */
                version: number;
                /** The user who has set it; absent: a backend has. */
                by?: string;
                /** Only `true`: it goes when that user has left. */
                isTransient?: boolean;
                /** In the queue: the order, the head first. For values it means nothing. */
                position: number;
            }>;
        };
    };
    /** Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client gathers what its user taps and says it together, twice a second at most. A backend does it, in nobody's name and with an admin's rights. */
    "admin.room.count": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The counter's name. */
            counter: string;
            /** So much is added. */
            count?: number | null;
        };
        ok: {};
    };
    /** Creates a room. */
    "admin.room.create": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The room's title. */
            title?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** Who may enter. `open` (default): every user; `claim`: those whose token names the room in the claim `channels`; `guests`: every user, and guests may hear it over HTTP. */
            access?: "open" | "claim" | "guests" | null;
            /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
            slowSeconds?: number | null;
            /** Who sets values and offers elements. `admins` (default): the owner and admins; `all`: also every user who may enter. */
            valuesBy?: "admins" | "all" | null;
            /** Whether frames name the last users who have entered, 5 at most. */
            showsEntries?: boolean | null;
            /** The room ends when nobody was in it for so long, or half as long again: 60 seconds to 30 days. 0: it stays. */
            endsEmptySeconds?: number | null;
            /** The names of the room's counters. One that is named no more is gone with its sum. */
            counters?: Array<string> | null;
            /** The owner. It acts on all others in the room. */
            owner?: string | null;
            /** The admins. They act on those who are neither admins nor the owner. */
            admins?: Array<string> | null;
        };
        ok: {};
    };
    /** Changes the given fields of a room. `admins` and `speakers` are whole lists. */
    "admin.room.modify": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The room's title. */
            title?: string | null;
            /** Data of the application. */
            ext?: string | null;
            /** Who may enter. `open` (default): every user; `claim`: those whose token names the room in the claim `channels`; `guests`: every user, and guests may hear it over HTTP. */
            access?: "open" | "claim" | "guests" | null;
            /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
            slowSeconds?: number | null;
            /** Who sets values and offers elements. `admins` (default): the owner and admins; `all`: also every user who may enter. */
            valuesBy?: "admins" | "all" | null;
            /** Whether frames name the last users who have entered, 5 at most. */
            showsEntries?: boolean | null;
            /** The room ends when nobody was in it for so long, or half as long again: 60 seconds to 30 days. 0: it stays. */
            endsEmptySeconds?: number | null;
            /** The names of the room's counters. One that is named no more is gone with its sum. */
            counters?: Array<string> | null;
            /** The owner. It acts on all others in the room. */
            owner?: string | null;
            /** The admins. They act on those who are neither admins nor the owner. */
            admins?: Array<string> | null;
            /** Users who may send while all are muted, beside the owner and admins. */
            speakers?: Array<string> | null;
        };
        ok: {};
    };
    /** Ends a room (`room.ended`): nobody is in it any more. `admin.room.info` shows it for 7 days; its id can be used again at once. */
    "admin.room.end": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {};
    };
    /** Lists the rooms that have not ended. */
    "admin.room.list": {
        data: {
            /** The value from the last page; 0: from the start. */
            cursor?: number | null;
            /** At most this many entries. */
            pageSize?: number | null;
        };
        ok: {
            /** The rooms. */
            rooms: Array<{
                /** The room's id. */
                roomID: string;
                /** As the backend has set it. */
                title: string;
                /** Data of the application, as the backend has set it. */
                ext: string;
                /** So many seconds lie between two messages of a user; 0: no slow mode. */
                slowSeconds: number;
                /** Only the owner, admins and speakers may send. */
                isMuted: boolean;
                /** Who sets values. */
                valuesBy: "admins" | "all";
                /** `open`, `claim` or `guests`. */
                access: "open" | "claim" | "guests";
                /** Whether frames name those who enter. */
                showsEntries: boolean;
                /** It ends when it was empty for so long; 0: it stays. */
                endsEmptySeconds: number;
                /** When it was made. */
                createdAt: number;
                /** When it ended. */
                endedAt?: number;
                /** What the room does. Absent: nobody has used it for an hour, or since the gateway started. */
                statistics?: {
                    /** The life of the room that they are about. */
                    epoch: number;
                    /** Sessions and users' streams in the room. */
                    participants: number;
                    /** Streams of guests. Absent: none. */
                    guests?: number;
                    /** The most that there were. */
                    peak: number;
                    /** How often a session has entered. */
                    entries: number;
                    /** Messages that were offered: those of the next three and those that wait. */
                    offered: number;
                    /** Messages that were told. */
                    drawn: number;
                    /** Messages that were not drawn (gw 1024). */
                    shed: number;
                    /** Messages that were refused for another reason. */
                    refused: number;
                };
            }>;
            /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
            cursor: number;
        };
    };
    /** Returns a room with the users who have a role there. One that has ended for 7 days, too. */
    "admin.room.info": {
        data: {
            /** The room's id. */
            roomID: string;
        };
        ok: {
            /** The room's id. */
            roomID: string;
            /** As the backend has set it. */
            title: string;
            /** Data of the application, as the backend has set it. */
            ext: string;
            /** So many seconds lie between two messages of a user; 0: no slow mode. */
            slowSeconds: number;
            /** Only the owner, admins and speakers may send. */
            isMuted: boolean;
            /** Who sets values. */
            valuesBy: "admins" | "all";
            /** `open`, `claim` or `guests`. */
            access: "open" | "claim" | "guests";
            /** Whether frames name those who enter. */
            showsEntries: boolean;
            /** It ends when it was empty for so long; 0: it stays. */
            endsEmptySeconds: number;
            /** When it was made. */
            createdAt: number;
            /** When it ended. */
            endedAt?: number;
            /** What the room does. Absent: nobody has used it for an hour, or since the gateway started. */
            statistics?: {
                /** The life of the room that they are about. */
                epoch: number;
                /** Sessions and users' streams in the room. */
                participants: number;
                /** Streams of guests. Absent: none. */
                guests?: number;
                /** The most that there were. */
                peak: number;
                /** How often a session has entered. */
                entries: number;
                /** Messages that were offered: those of the next three and those that wait. */
                offered: number;
                /** Messages that were told. */
                drawn: number;
                /** Messages that were not drawn (gw 1024). */
                shed: number;
                /** Messages that were refused for another reason. */
                refused: number;
            };
            /** The owner. */
            owner?: string;
            /** The admins. */
            admins: Array<string>;
            /** The counters, as they were written last: every 10 seconds. */
            counters: Record<string, number>;
        };
    };
    /** Returns which of the users are in a room now. On a cluster all nodes are asked; `silent` names those that have not answered within a second. */
    "admin.room.find": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** Those of them that are in the room. */
            users: Array<string>;
            /** Nodes that may have others of them. */
            silent: Array<string>;
        };
    };
    /** Says something in a room, in a user's name or in nobody's. Slow mode, mutes and the rate of a user are not for backends. The reply comes with the room's next frame. A message that was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply. */
    "admin.room.send": {
        data: {
            /** The room's id. */
            roomID: string;
            /** The sender's own id for the message, such as a UUID. No other message of the sender has it. */
            clientMsgId: string;
            /** text, image, audio, video, location, file, tip, custom. */
            type: 0 | 1 | 2 | 3 | 4 | 6 | 10 | 100;
            /** The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`. */
            body: Record<string, any>;
            /** `high` is for the owner, admins and backends, and always told; `low` is told when nothing else is left. */
            priority?: "high" | "normal" | "low" | null;
            /** The user in whose name it is said. Left out: the message has no `from`. */
            from?: string | null;
        };
        ok: {
            /** The message's id. */
            msgId: string;
            /** Its number in the room's epoch: from 1, without gaps. */
            seq: number;
            /** When it was drawn. */
            time: number;
        };
    };
    /** Lists the calls that ring or go on, each as its inviter sees it, the oldest first. */
    "admin.call.list": {
        data: {
            /** The value from the last page. Left out: from the start. */
            cursor?: string | null;
            /** At most this many calls. */
            limit?: number | null;
        };
        ok: {
            /** The calls. */
            calls: Array<Call>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Ends a call for all of its users. */
    "admin.call.end": {
        data: {
            /** The call. */
            callID: string;
        };
        ok: {
            call: Call;
        };
    };
    /** Lists the reports, the newest first, a page at a time. */
    "admin.report.list": {
        data: {
            /** Only reports in this state. */
            state?: "open" | "taken" | "resolved" | "dismissed" | null;
            /** Only reports about this user, or about messages of it. */
            userID?: string | null;
            /** The value from the last page. Left out: the newest reports. */
            cursor?: string | null;
            /** At most this many reports. With `state` a page may have fewer and not be the last. */
            limit?: number | null;
        };
        ok: {
            /** The reports. */
            reports: Array<Report>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Returns a report. */
    "admin.report.get": {
        data: {
            /** The report. */
            reportID: string;
        };
        ok: {
            report: Report;
        };
    };
    /** Says how far a report is: an operator sees to it, something was done, or nothing had to be. It does nothing else. */
    "admin.report.resolve": {
        data: {
            /** The report. */
            reportID: string;
            /** How far it is now. */
            state: "open" | "taken" | "resolved" | "dismissed";
            /** A note for operators. Left out: as it was. */
            note?: string | null;
        };
        ok: {};
    };
    /** Searches all messages that are kept, whoever can read them, the newest first. Each page looks at 5,000 messages, so that it may have none and not be the last. */
    "admin.message.search": {
        data: {
            /** Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and emoji are found anywhere. */
            query?: string | null;
            /** Only messages of this user. */
            from?: string | null;
            /** Only messages of this `time` or later, in milliseconds since 1970. */
            since?: number | null;
            /** Only messages of this `time` or earlier, in milliseconds since 1970. */
            until?: number | null;
            /** Where the page before ended. */
            cursor?: string | null;
            /** At most this many messages. */
            limit?: number | null;
        };
        ok: {
            /** Between two users, as the sender sees it. */
            messages: Array<Message>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Takes back what a user has written since a time, the oldest first, from everybody, as `admin.message.recall` does: up to 32 messages of 2,000 that are looked at. Ask again with `cursor` until there is none. */
    "admin.message.clear": {
        data: {
            /** The user. */
            userID: string;
            /** Messages of this `time` or later, in milliseconds since 1970. */
            since: number;
            /** Where the page before ended. */
            cursor?: string | null;
            /** Why, for all to read. */
            reason?: string | null;
        };
        ok: {
            /** Those that were taken back. */
            msgIds: Array<string>;
            /** There may be more behind it. */
            cursor?: string;
        };
    };
    /** Gives a user a unique id that nobody else has. */
    "admin.userProfile.setUniqueId": {
        data: {
            /** The user. */
            userId: string;
            /** The unique id; empty: removes it. */
            uniqueId: string;
        };
        ok: {};
    };
    /** Sets who may see the profiles of users who have not set it themselves. */
    "admin.userProfile.setVisibility": {
        data: {
            /** 1: only name and portrait are seen; 2: everybody sees all; 3: friends see all. */
            visibility: 1 | 2 | 3;
        };
        ok: {};
    };
    /** Reads whole hosted profiles, whatever their visibility. */
    "admin.userProfile.get": {
        data: {
            /** The users. */
            userIds: Array<string>;
        };
        ok: {
            /** The profiles of the users who exist, in the order asked for, each once. */
            profiles: Array<HostedProfile>;
        };
    };
    /** Reads the presence of any users. */
    "admin.presence.get": {
        data: {
            /** The users; each counts once. */
            userIds: Array<string>;
        };
        ok: {
            /** The users who exist, in the order asked for. `details` and `status` as in `subscription.eventChanged`, `details` for every platform that the user was ever on. */
            users: Array<{
                userId: string;
                details: Array<{
                    eventValue: 0 | 1;
                    changeTime: number;
                    platform: number;
                }>;
                status?: {
                    /** The line. */
                    text: string;
                    /** Until when it is shown. Absent: until it is changed. */
                    until?: number;
                };
            }>;
        };
    };
    /** Tells whether a message was pushed to a user, and why or why not. */
    "admin.push.explain": {
        data: {
            /** The user. */
            userID: string;
            /** The message. */
            msgId: string;
        };
        ok: {
            /** Whether the message was pushed; null: not decided yet. */
            pushed: boolean | null;
            /** Only if not: `ownMessage`, `recalled`, `expired`, `notMember`, `switchedOff`, `groupBlocked`, `refused`, `notification`, `notMentioned`, `withoutPush`, `mentionsOnly`, `notifyNone`, `notifyManagersOnly`, `quietHours`, `noDevice`, `online`, `noProvider`; see [pushes.md](pushes.md). */
            reason?: string;
            /** The rule that gives the reason. */
            rule?: string;
            /** Only if pushed: the push's text. */
            text?: string;
            /** Only if pushed: the number of all unread messages. */
            badge?: number;
            /** Only if pushed: whether the sender forced it. */
            forced?: boolean;
            /** True if it was pushed because a session that had been sent the message was lost; else left out. */
            sessionLost?: true;
            /** True if it was recalled after it was pushed: the text is that of the push that takes its place. */
            recalled?: true;
            /** The same if it has expired since. */
            expired?: true;
            /** True if it was edited after it was pushed, and pushed again for that. */
            edited?: true;
            /** Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`, `refused`, `unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`, `notShown`: what receipts say, left out before; `replaced`: this is the push that took the place of another. */
            devices?: Array<{
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
                app?: string;
                token: string;
                title?: string;
                body: string;
                state: "waiting" | "accepted" | "refused" | "unregistered" | "expired";
                attempts: number;
                status: number;
                answer: string;
                answeredAt: number;
                delivered?: number;
                opened?: number;
                notShown?: string;
                replaced?: true;
            }>;
        };
    };
    /** Lists a user's devices that get pushes. */
    "admin.push.devices": {
        data: {
            /** The user. */
            userID: string;
        };
        ok: {
            /** In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8 characters; `language`, `preview`: as registered. */
            devices: Array<{
                device: string;
                platform: "other" | "ios" | "android" | "web" | "pc" | "miniweb" | "harmony";
                provider: "apns" | "apnsVoip" | "fcm" | "huawei" | "harmony" | "honor" | "xiaomi" | "oppo" | "vivo" | "meizu" | "webPush" | "webhook";
                app?: string;
                token: string;
                language?: string;
                preview: "none" | "sender" | "full";
                since: number;
            }>;
        };
    };
    /** Ends the pushes to one or all of a user's devices. */
    "admin.push.unregister": {
        data: {
            /** The user. */
            userID: string;
            /** One of the user's devices. Left out: all of them. */
            device?: string | null;
        };
        ok: {
            /** False if no device was registered. */
            unregistered: boolean;
        };
    };
    /** Sends a push to one of a user's devices now, whatever its settings are, and tells what the provider says. Nothing is kept of it, and no device is forgotten for it. At the operators' listener alone (`admin.listen`). */
    "admin.push.test": {
        data: {
            /** The user. */
            userID: string;
            /** One of the user's devices that get pushes. */
            device: string;
        };
        ok: {
            /** `accepted`: the provider has it; `refused`: it takes no such push; `unregistered`: it does not know the device; `later`: it takes none now, or does not take us for whom we are. */
            outcome: "accepted" | "refused" | "unregistered" | "later";
            /** Of HTTP; 0: there was no answer. */
            status: number;
            /** The provider's code and words, and what to do about it where that is known. */
            answer: string;
            /** Until the answer. */
            milliseconds: number;
        };
    };
    /** Tells what has become of pushes, for backends that carry them on. A receipt with a wrong ticket is passed over. */
    "admin.push.receipts": {
        data: {
            /** 1 to 1000: each with the push's `ticket`, `event`, and why it was `notShown` as `reason`. `dead`: the device is gone, and is pushed to no more. */
            receipts: Array<{
                ticket: string;
                event: "delivered" | "opened" | "notShown" | "dead";
                reason?: string | null;
            }>;
        };
        ok: {
            /** How many were news. */
            noted: number;
        };
    };
    /** Replies, which shows that the key is valid. */
    "admin.ping": {
        data: {};
        ok: {
            /** The name of the key that opened the session. */
            key: string;
            /** The user in whose name the session acts. Absent if none was given. */
            operatorId?: string;
            /** The gateway's version. */
            version: string;
            /** The gateway's clock. */
            serverTime: number;
        };
    };
    /** Creates accounts. An account that exists already does not change. */
    "admin.account.create": {
        data: {
            /** The accounts. `nickname` and `faceUrl` may be left out. */
            accounts: Array<{
                userID: string;
                nickname?: string | null;
                faceUrl?: string | null;
            }>;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
                /** False if the account existed already. */
                created?: boolean;
                /** Only with 7003: which rule the id breaks. */
                info?: string;
            }>;
        };
    };
    /** Changes a user's name or avatar. Users who have a conversation with the user are told. */
    "admin.account.update": {
        data: {
            /** The user. */
            userID: string;
            /** The name that others see, up to `profiles.nicknameCharacters`. */
            nickname?: string | null;
            /** The avatar, up to `profiles.faceUrlCharacters`. */
            faceUrl?: string | null;
        };
        ok: {};
    };
    /** Ends the users' sessions and refuses new ones. Others can still write to them. */
    "admin.account.disable": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** False: the users may open sessions again. */
            disabled?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
            }>;
        };
    };
    /** Forbids users to add friends. */
    "admin.account.barAdding": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** False: the users may add friends again. */
            barred?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
            }>;
        };
    };
    /** Ends the users' sessions and deletes their data. The messages that they sent stay with the receivers. */
    "admin.account.delete": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
            }>;
        };
    };
    /** Deletes accounts like `admin.account.delete`. With `messages` also everything that the users have written goes, from all files: `admin.account.erasures` lists users whose texts are still being erased. */
    "admin.account.erase": {
        data: {
            /** The users. */
            userIDs: Array<string>;
            /** Whether what they have written to others goes, too; also of accounts deleted before. */
            messages?: boolean | null;
        };
        ok: {
            /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
            results: Array<{
                userID: string;
                code: number;
            }>;
        };
    };
    /** Lists the users of `admin.account.erase` whose texts are not erased yet, the first one first, up to 1000. */
    "admin.account.erasures": {
        data: {};
        ok: {
            erasures: Array<{
                userID: string;
                /** All rows are gone; what they have left in files is not yet. */
                leavesTraces: boolean;
                /** A damaged row has stopped it, which the log names. Mend the store, then ask for the erasure again. */
                hasStopped: boolean;
            }>;
        };
    };
    /** Reads accounts. Unknown users are left out. */
    "admin.account.get": {
        data: {
            /** The users. */
            userIDs: Array<string>;
        };
        ok: {
            /** `createdAt` is in milliseconds since 1970; `online`: the user has a session. */
            accounts: Array<{
                userID: string;
                nickname: string;
                faceUrl: string;
                disabled: boolean;
                createdAt: number;
                online: boolean;
            }>;
        };
    };
    /** Lists all accounts in the order in which they were made, a page at a time. */
    "admin.account.list": {
        data: {
            /** The value from the last page; 0: from the start. */
            cursor?: number | null;
            /** At most this many accounts. */
            limit?: number | null;
        };
        ok: {
            /** `createdAt` is in milliseconds since 1970; `online`: the user has a session. */
            accounts: Array<{
                userID: string;
                nickname: string;
                faceUrl: string;
                disabled: boolean;
                createdAt: number;
                online: boolean;
            }>;
            /** Send it for the next page; 0 at the end. */
            cursor: number;
        };
    };
    /** Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too. */
    "admin.token.revoke": {
        data: {
            /** The user. */
            userID: string;
            /** Tokens with an `iat` of this second or an earlier one are revoked; left out: up to now. */
            issuedBefore?: number | null;
        };
        ok: {
            /** Up to which second tokens are revoked now; never earlier than before. */
            issuedBefore: number;
        };
    };
    /** Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint or `events.types` names. */
    "admin.events.read": {
        data: {
            /** The last event that the caller has; left out: from the oldest that is kept. */
            after?: string | null;
            /** The most events of the page. */
            limit?: number | null;
            /** Only these, such as `message.created` or `group.*`. */
            types?: Array<string> | null;
        };
        ok: {
            /** As an endpoint gets them; see [events.md](events.md). */
            events: Array<Record<string, any>>;
            /** What to give as `after` for the next page. */
            next: string;
            /** There is no more at present. */
            isFinished: boolean;
        };
    };
    /** Lists the events that an endpoint does not take. */
    "admin.events.parked": {
        data: {
            /** The endpoint's name. */
            endpoint: string;
            /** The last event of the page before. */
            after?: string | null;
            /** The most events of the page. */
            limit?: number | null;
        };
        ok: {
            /** Oldest first. `status` and `answer` are the endpoint's; 0: it gave none. */
            events: Array<{
                id: string;
                /** parked: it is tried again, and its subject waits; setAside: it was given up. */
                state: "parked" | "setAside";
                since: number;
                attempts: number;
                status: number;
                answer: string;
            }>;
        };
    };
    /** Delivers everything to an endpoint once more, from an event on, in the same order and with the same ids. */
    "admin.events.replay": {
        data: {
            /** The endpoint's name. */
            endpoint: string;
            /** The first event to deliver again. */
            from: string;
        };
        ok: {};
    };
    /** Lists all settings with their values in force, as [configuration.md](configuration.md). */
    "admin.setting.list": {
        data: {};
        ok: {
            /** `value` and `default` as the file would write them. Of a URL, what may be secret is left out. */
            sections: Array<{
                name: string;
                meaning: string;
                settings: Array<{
                    name: string;
                    value: string;
                    default: string;
                    mustBe: string;
                    meaning: string;
                }>;
            }>;
        };
    };
    /** Lists the keys and certificates in force, without their secrets. */
    "admin.key.list": {
        data: {};
        ok: {
            /** Without `scopes` a key may do everything, without `addresses` from everywhere. */
            adminKeys: Array<{
                name: string;
                scopes?: Array<string>;
                addresses?: Array<string>;
                requestsPerSecond?: number;
            }>;
            /** Of `auth.keysFile`, without `issuer`, and of `auth.jwks`. */
            tokenKeys: Array<{
                issuer?: string;
                kid?: string;
                algorithm: string;
            }>;
            /** Of `tls.certificates` and `tls.acme`. */
            certificates: Array<{
                file: string;
                names: Array<string>;
                begins: number;
                ends: number;
            }>;
        };
    };
    /** Lists the entries of the audit log, the newest first, a page at a time. At the operators' listener alone (`admin.listen`). */
    "admin.audit.list": {
        data: {
            /** Only what happened then or later, in milliseconds since 1970. */
            since?: number | null;
            /** Only what happened before then. */
            until?: number | null;
            /** Only entries with this actor, or whose actor has this name behind the colon. */
            actor?: string | null;
            /** Only entries that concern this user. */
            userID?: string | null;
            /** Only entries of this operation. */
            operation?: string | null;
            /** Only entries of this kind. */
            kind?: "act" | "read" | "login" | "failedLogin" | null;
            /** The value from the last page. Left out: the newest entries. */
            cursor?: string | null;
            /** At most this many entries. With `actor`, `operation` or `kind` a page may have fewer and not be the last. */
            limit?: number | null;
        };
        ok: {
            entries: Array<{
                id: string;
                time: number;
                kind: "act" | "read" | "login" | "failedLogin";
                /** `key:` or `console:` with the name of an admin key, or `user:` with a user's id. Absent where nobody knows. */
                actor?: string;
                /** The client's. */
                address?: string;
                operation?: string;
                /** Whom it concerns, 100 at most; the first one may be the user in whose name it was done. */
                users: Array<string>;
                /** The request's ids, numbers and flags. Never a text. */
                parameters: Record<string, any>;
                device?: string;
                platform?: string;
                /** `ok`, `begun`, or the number of an error, like `gw 1002`. */
                result?: string;
                reason?: string;
                /** The entry stands for so many. */
                count?: number;
            }>;
            /** Send it for the next page; absent at the end. */
            cursor?: string;
        };
    };
    /** Returns what was counted in each hour or day, the oldest first: up to 1,000 hours or days. Where nothing was counted there is no period. */
    "admin.statistics": {
        data: {
            /** Only periods from this one on, in milliseconds since 1970. Left out: the last 30 days. */
            since?: number | null;
            /** Only periods that began before then. */
            until?: number | null;
            /** Days (UTC) instead of hours. */
            byDay?: boolean | null;
            /** `csv` instead of `periods`. */
            csv?: boolean | null;
        };
        ok: {
            /** The periods. */
            periods?: Array<StatisticPeriod>;
            /** The same as comma-separated values, with a line for each period. */
            csv?: string;
        };
    };
    /** Reads keys, secrets and certificates again, as SIGHUP does. What cannot be read stays as it was. At the operators' listener alone (`admin.listen`). */
    "admin.gateway.reload": {
        data: {};
        ok: {
            /** Of each part, why it could not be read, if it could not. */
            parts: Array<{
                part: string;
                problem?: string;
            }>;
        };
    };
    /** Has the gateway send its clients away and end, as SIGTERM does. At the operators' listener alone (`admin.listen`). */
    "admin.gateway.drain": {
        data: {};
        ok: {
            /** After this time it ends even if sessions are left. */
            timeoutSeconds: number;
        };
    };
    /** Copies the store to a new file in `admin.backupDirectory`, while everything goes on. The reply comes when the file is whole. At the operators' listener alone (`admin.listen`). */
    "admin.gateway.backup": {
        data: {
            /** The file's name, of letters, digits, `.`, `-` and `_`. Left out: one with the time. */
            name?: string | null;
        };
        ok: {
            /** Its path. */
            file: string;
            bytes: number;
        };
    };
    /** Tells the least important lines that the log has now. */
    "admin.gateway.logLevel": {
        data: {};
        ok: {
            level: "debug" | "info" | "warning" | "error";
            /** `log.level`. */
            configured: "debug" | "info" | "warning" | "error";
            /** When the configured one holds again. */
            until?: number;
        };
    };
    /** Changes the least important lines that the log has, for a time or until it is changed again. A restart has `log.level` again. At the operators' listener alone (`admin.listen`). */
    "admin.gateway.setLogLevel": {
        data: {
            /** The level. */
            level: "debug" | "info" | "warning" | "error";
            /** For how long; then `log.level` holds again. Left out: until it is changed. */
            seconds?: number | null;
        };
        ok: {
            level: "debug" | "info" | "warning" | "error";
            /** `log.level`. */
            configured: "debug" | "info" | "warning" | "error";
            /** When the configured one holds again. */
            until?: number;
        };
    };
    /** Tells who leads the cluster, and how far each node is, as this node knows it. */
    "admin.cluster.status": {
        data: {};
        ok: {
            /** False: the gateway runs alone, and `nodes` is empty. */
            clustered: boolean;
            /** The cluster's name. */
            cluster?: string;
            /** The node that answers. */
            node?: string;
            /** The node that leads; absent if this one knows of none. */
            leader?: string;
            /** Until when nobody else can lead, if the lease is not renewed. */
            leaseUntil?: number;
            /** The number of the leader's turn. */
            epoch?: number;
            /** The newest record of the log. */
            position?: number;
            /** Requests of this node's clients that are not carried out yet. */
            waiting?: number;
            /** By name. What is said of others is as of their last renewals. */
            nodes: Array<{
                node: string;
                role: "leader" | "candidate" | "follower" | "joining" | "gone" | "halted";
                position: number;
                lagRecords: number;
                lagMilliseconds: number;
                since: number;
                seen: number;
                version: string;
            }>;
        };
    };
    /** Has another node of the cluster lead, whichever node is asked. The reply comes when it leads. At the operators' listener alone (`admin.listen`). */
    "admin.cluster.handOver": {
        data: {
            /** The node that shall lead. Left out: the one that is least behind. */
            to?: string | null;
        };
        ok: {
            /** The node that leads now. */
            leader: string;
            /** The number of its turn. */
            epoch: number;
            /** How long it took. */
            milliseconds: number;
        };
    };
}

/** A user's operations as functions: `friend.add` is `client.friend.add`. */
export interface Calls<Options> {
    session: {
        /** Gives the session a new token of the same user. The session then ends with the new token. */
        refresh(data: Operations["session.refresh"]["data"], options?: Options): Promise<Operations["session.refresh"]["ok"]>;
        /** Lists the user's sessions, oldest first. */
        list(data?: Operations["session.list"]["data"], options?: Options): Promise<Operations["session.list"]["ok"]>;
        /** Ends one of the user's sessions: this one, or another device's. */
        close(data?: Operations["session.close"]["data"], options?: Options): Promise<Operations["session.close"]["ok"]>;
    };
    message: {
        /** Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply. */
        send(data: Operations["message.send"]["data"], options?: Options): Promise<Operations["message.send"]["ok"]>;
        /** Reads a conversation's messages, a page at a time. */
        history(data: Operations["message.history"]["data"], options?: Options): Promise<Operations["message.history"]["ok"]>;
        /** Searches the messages that the caller's histories have, in one conversation or in all, newest first. */
        search(data: Operations["message.search"]["data"], options?: Options): Promise<Operations["message.search"]["ok"]>;
        /** Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages, at any time. A recalled message stays as it is. */
        recall(data: Operations["message.recall"]["data"], options?: Options): Promise<Operations["message.recall"]["ok"]>;
        /** Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the message now. No count changes. */
        edit(data: Operations["message.edit"]["data"], options?: Options): Promise<Operations["message.edit"]["ok"]>;
        /** Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a message now can remove reactions alone. */
        react(data: Operations["message.react"]["data"], options?: Options): Promise<Operations["message.react"]["ok"]>;
        /** Lists who has reacted to a message, page by page. */
        reactions(data: Operations["message.reactions"]["data"], options?: Options): Promise<Operations["message.reactions"]["ok"]>;
        /** Deletes messages out of the user's own history, on all its devices. The others keep theirs. Those that the user does not have are passed over. */
        delete(data: Operations["message.delete"]["data"], options?: Options): Promise<Operations["message.delete"]["ok"]>;
        /** Lists the replies to a message that the history gives to the caller, page by page. */
        replies(data: Operations["message.replies"]["data"], options?: Options): Promise<Operations["message.replies"]["ok"]>;
        /** Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that is pinned already stays so. */
        pin(data: Operations["message.pin"]["data"], options?: Options): Promise<Operations["message.pin"]["ok"]>;
        /** Pins a message no longer. In a group the owner and admins can. */
        unpin(data: Operations["message.unpin"]["data"], options?: Options): Promise<Operations["message.unpin"]["ok"]>;
        /** Lists the pinned messages of a conversation, as far as the history gives them to the caller. */
        pins(data: Operations["message.pins"]["data"], options?: Options): Promise<Operations["message.pins"]["ok"]>;
        /** Signals something to those who are connected and have the conversation, such as that the user types. It is not stored. What comes within a second after a signal of the same name is told at its end: the newest alone. */
        signal(data: Operations["message.signal"]["data"], options?: Options): Promise<Operations["message.signal"]["ok"]>;
        /** Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes, until it is recalled or expires. */
        star(data: Operations["message.star"]["data"], options?: Options): Promise<Operations["message.star"]["ok"]>;
        /** Takes the caller's star away, if there is one. */
        unstar(data: Operations["message.unstar"]["data"], options?: Options): Promise<Operations["message.unstar"]["ok"]>;
        /** Lists the caller's starred messages, the one that was starred last first. */
        stars(data?: Operations["message.stars"]["data"], options?: Options): Promise<Operations["message.stars"]["ok"]>;
        /** Reads messages by their ids, as far as the history gives them to the caller. */
        get(data: Operations["message.get"]["data"], options?: Options): Promise<Operations["message.get"]["ok"]>;
        /** Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw 1005 the place is no longer known: drop stored messages that the history does not confirm. */
        changes(data: Operations["message.changes"]["data"], options?: Options): Promise<Operations["message.changes"]["ok"]>;
        /** Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later recall or edit of a message leaves the copy; the erasure of its author takes it. */
        forward(data: Operations["message.forward"]["data"], options?: Options): Promise<Operations["message.forward"]["ok"]>;
        /** Reads what a message of type 21 holds, a page at a time. */
        merged(data: Operations["message.merged"]["data"], options?: Options): Promise<Operations["message.merged"]["ok"]>;
        /** Stops a message that is being streamed: between two the other user can, in a group the author of the message that it replies to, the owner and admins. */
        stop(data: Operations["message.stop"]["data"], options?: Options): Promise<Operations["message.stop"]["ok"]>;
    };
    receipt: {
        /** Tells the other user that the caller has read everything up to a time. An older time does nothing. */
        send(data: Operations["receipt.send"]["data"], options?: Options): Promise<Operations["receipt.send"]["ok"]>;
    };
    groupReceipt: {
        /** Tells the senders that the caller has read messages that ask for receipts. */
        send(data: Operations["groupReceipt.send"]["data"], options?: Options): Promise<Operations["groupReceipt.send"]["ok"]>;
        /** Counts the members who have read messages of the caller, and those who have not. */
        counts(data: Operations["groupReceipt.counts"]["data"], options?: Options): Promise<Operations["groupReceipt.counts"]["ok"]>;
        /** Lists the members who have read a message of the caller, and those who have not. In a group with `receipts` `positions` it lists one of both, in pages of 100. */
        detail(data: Operations["groupReceipt.detail"]["data"], options?: Options): Promise<Operations["groupReceipt.detail"]["ok"]>;
    };
    conversation: {
        /** The session looks at up to 3 conversations from now on, and no longer at others: it hears `message.appended` there. The reply has the texts so far. */
        watch(data: Operations["conversation.watch"]["data"], options?: Options): Promise<Operations["conversation.watch"]["ok"]>;
        /** Lists the conversations, pinned ones first, then newest to oldest. */
        list(data?: Operations["conversation.list"]["data"], options?: Options): Promise<Operations["conversation.list"]["ok"]>;
        /** Reads one or several conversations of the list. */
        get(data?: Operations["conversation.get"]["data"], options?: Options): Promise<Operations["conversation.get"]["ok"]>;
        /** Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3. */
        totalUnread(data?: Operations["conversation.totalUnread"]["data"], options?: Options): Promise<Operations["conversation.totalUnread"]["ok"]>;
        /** Marks messages as read; the other user gets a receipt. */
        markRead(data: Operations["conversation.markRead"]["data"], options?: Options): Promise<Operations["conversation.markRead"]["ok"]>;
        /** Marks all conversations of the list as read, each as `conversation.markRead` does. */
        markAllRead(data?: Operations["conversation.markAllRead"]["data"], options?: Options): Promise<Operations["conversation.markAllRead"]["ok"]>;
        /** Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark. */
        markUnread(data: Operations["conversation.markUnread"]["data"], options?: Options): Promise<Operations["conversation.markUnread"]["ok"]>;
        /** Pins a conversation to the top of the list, or unpins it. */
        pin(data: Operations["conversation.pin"]["data"], options?: Options): Promise<Operations["conversation.pin"]["ok"]>;
        /** Removes conversations from the list, with this user's history. The other user's history stays. */
        delete(data?: Operations["conversation.delete"]["data"], options?: Options): Promise<Operations["conversation.delete"]["ok"]>;
        /** Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What is left out stays as it is. */
        setTags(data: Operations["conversation.setTags"]["data"], options?: Options): Promise<Operations["conversation.setTags"]["ok"]>;
        /** Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last one, it is refused (gw 1006): the list has the other draft, and the user chooses. */
        setDraft(data: Operations["conversation.setDraft"]["data"], options?: Options): Promise<Operations["conversation.setDraft"]["ok"]>;
        /** Sets how messages of these users are received. */
        setC2CReceiveOpt(data: Operations["conversation.setC2CReceiveOpt"]["data"], options?: Options): Promise<Operations["conversation.setC2CReceiveOpt"]["ok"]>;
        /** Tells how messages of these users are received. */
        getC2CReceiveOpt(data: Operations["conversation.getC2CReceiveOpt"]["data"], options?: Options): Promise<Operations["conversation.getC2CReceiveOpt"]["ok"]>;
        /** Sets how messages of a group are received. */
        setGroupReceiveOpt(data: Operations["conversation.setGroupReceiveOpt"]["data"], options?: Options): Promise<Operations["conversation.setGroupReceiveOpt"]["ok"]>;
        /** Tells how messages of a group are received. */
        getGroupReceiveOpt(data: Operations["conversation.getGroupReceiveOpt"]["data"], options?: Options): Promise<Operations["conversation.getGroupReceiveOpt"]["ok"]>;
    };
    stream: {
        /** Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back. */
        ack(data?: Operations["stream.ack"]["data"], options?: Options): Promise<Operations["stream.ack"]["ok"]>;
        /** Reads the user's stream after a position, to fill a gap that `session.open` left. */
        events(data: Operations["stream.events"]["data"], options?: Options): Promise<Operations["stream.events"]["ok"]>;
    };
    profile: {
        /** Reads the caller's profile. */
        getSelf(data?: Operations["profile.getSelf"]["data"], options?: Options): Promise<Operations["profile.getSelf"]["ok"]>;
        /** Reads the profiles of any users. */
        get(data: Operations["profile.get"]["data"], options?: Options): Promise<Operations["profile.get"]["ok"]>;
        /** Changes fields of the caller's profile: all of them or none. */
        modifySelf(data: Operations["profile.modifySelf"]["data"], options?: Options): Promise<Operations["profile.modifySelf"]["ok"]>;
        /** Sets whether others find the caller by `profile.search`. */
        setFindable(data: Operations["profile.setFindable"]["data"], options?: Options): Promise<Operations["profile.setFindable"]["ok"]>;
        /** Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller. */
        search(data: Operations["profile.search"]["data"], options?: Options): Promise<Operations["profile.search"]["ok"]>;
    };
    group: {
        /** Finds up to 20 public groups by their names. */
        search(data: Operations["group.search"]["data"], options?: Options): Promise<Operations["group.search"]["ok"]>;
        /** Creates a group; the caller is its owner. */
        create(data: Operations["group.create"]["data"], options?: Options): Promise<Operations["group.create"]["ok"]>;
        /** Destroys a group. Only for its owner. */
        destroy(data: Operations["group.destroy"]["data"], options?: Options): Promise<Operations["group.destroy"]["ok"]>;
        /** Reads a group. Everybody may read a public group, only members a private one. */
        get(data: Operations["group.get"]["data"], options?: Options): Promise<Operations["group.get"]["ok"]>;
        /** Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`. */
        getMany(data: Operations["group.getMany"]["data"], options?: Options): Promise<Operations["group.getMany"]["ok"]>;
        /** Lists ordinary members, the newest first. */
        members(data: Operations["group.members"]["data"], options?: Options): Promise<Operations["group.members"]["ok"]>;
        /** Lists the caller's groups, last joined first. */
        joined(data?: Operations["group.joined"]["data"], options?: Options): Promise<Operations["group.joined"]["ok"]>;
        /** Counts the caller's groups. */
        joinedCount(data?: Operations["group.joinedCount"]["data"], options?: Options): Promise<Operations["group.joinedCount"]["ok"]>;
        /** Lists public groups, newest first. */
        public(data?: Operations["group.public"]["data"], options?: Options): Promise<Operations["group.public"]["ok"]>;
        /** Invites users. Users who are members already are skipped. */
        invite(data: Operations["group.invite"]["data"], options?: Options): Promise<Operations["group.invite"]["ok"]>;
        /** Accepts an invitation. */
        acceptInvitation(data: Operations["group.acceptInvitation"]["data"], options?: Options): Promise<Operations["group.acceptInvitation"]["ok"]>;
        /** Declines an invitation. */
        declineInvitation(data: Operations["group.declineInvitation"]["data"], options?: Options): Promise<Operations["group.declineInvitation"]["ok"]>;
        /** Joins an open group, or asks to join. */
        join(data: Operations["group.join"]["data"], options?: Options): Promise<Operations["group.join"]["ok"]>;
        /** Accepts a user who has asked to join. */
        approve(data: Operations["group.approve"]["data"], options?: Options): Promise<Operations["group.approve"]["ok"]>;
        /** Refuses a user who has asked to join. */
        decline(data: Operations["group.decline"]["data"], options?: Options): Promise<Operations["group.decline"]["ok"]>;
        /** Leaves a group. */
        leave(data: Operations["group.leave"]["data"], options?: Options): Promise<Operations["group.leave"]["ok"]>;
        /** Removes members: all of them or none. */
        remove(data: Operations["group.remove"]["data"], options?: Options): Promise<Operations["group.remove"]["ok"]>;
        /** Sets whether invitations are accepted automatically. At first they are. */
        setAutoAccept(data: Operations["group.setAutoAccept"]["data"], options?: Options): Promise<Operations["group.setAutoAccept"]["ok"]>;
        /** Makes another member the owner; the caller becomes an ordinary member, or leaves. */
        transfer(data: Operations["group.transfer"]["data"], options?: Options): Promise<Operations["group.transfer"]["ok"]>;
        /** Changes the given fields of a group. Only the owner can change modes. */
        modify(data: Operations["group.modify"]["data"], options?: Options): Promise<Operations["group.modify"]["ok"]>;
        /** Sets the announcement. */
        setAnnouncement(data: Operations["group.setAnnouncement"]["data"], options?: Options): Promise<Operations["group.setAnnouncement"]["ok"]>;
        /** Reads the announcement. */
        getAnnouncement(data: Operations["group.getAnnouncement"]["data"], options?: Options): Promise<Operations["group.getAnnouncement"]["ok"]>;
        /** Changes a member's attributes. Members change their own; the owner changes anybody's. */
        setAttributes(data: Operations["group.setAttributes"]["data"], options?: Options): Promise<Operations["group.setAttributes"]["ok"]>;
        /** Reads members' attributes. */
        getAttributes(data: Operations["group.getAttributes"]["data"], options?: Options): Promise<Operations["group.getAttributes"]["ok"]>;
        /** Sets which senders' messages are pushed to the caller. */
        setNotifyState(data: Operations["group.setNotifyState"]["data"], options?: Options): Promise<Operations["group.setNotifyState"]["ok"]>;
        /** Tells which senders' messages are pushed to the caller. */
        getNotifyState(data: Operations["group.getNotifyState"]["data"], options?: Options): Promise<Operations["group.getNotifyState"]["ok"]>;
        /** Makes members admins: all of them or none. Takes `userID` or `userIDs`. */
        addAdmin(data: Operations["group.addAdmin"]["data"], options?: Options): Promise<Operations["group.addAdmin"]["ok"]>;
        /** Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. */
        removeAdmin(data: Operations["group.removeAdmin"]["data"], options?: Options): Promise<Operations["group.removeAdmin"]["ok"]>;
        /** Mutes members: all of them or none. */
        mute(data: Operations["group.mute"]["data"], options?: Options): Promise<Operations["group.mute"]["ok"]>;
        /** Unmutes members. */
        unmute(data: Operations["group.unmute"]["data"], options?: Options): Promise<Operations["group.unmute"]["ok"]>;
        /** Mutes or unmutes all members except owner, admins and the white list. */
        muteAll(data: Operations["group.muteAll"]["data"], options?: Options): Promise<Operations["group.muteAll"]["ok"]>;
        /** Lists the members who are muted now. Only for owner and admins. */
        muteList(data: Operations["group.muteList"]["data"], options?: Options): Promise<Operations["group.muteList"]["ok"]>;
        /** Adds members to the white list: they may speak while all are muted. */
        addToWhiteList(data: Operations["group.addToWhiteList"]["data"], options?: Options): Promise<Operations["group.addToWhiteList"]["ok"]>;
        /** Removes members from the white list. */
        removeFromWhiteList(data: Operations["group.removeFromWhiteList"]["data"], options?: Options): Promise<Operations["group.removeFromWhiteList"]["ok"]>;
        /** Lists the members who may speak while all are muted. Only for owner and admins. */
        whiteList(data: Operations["group.whiteList"]["data"], options?: Options): Promise<Operations["group.whiteList"]["ok"]>;
        /** Blocks the group's messages for the caller. */
        block(data: Operations["group.block"]["data"], options?: Options): Promise<Operations["group.block"]["ok"]>;
        /** Unblocks the group's messages for the caller. */
        unblock(data: Operations["group.unblock"]["data"], options?: Options): Promise<Operations["group.unblock"]["ok"]>;
        /** Removes users and keeps them out, members or not: all of them or none. For those who may remove them. */
        ban(data: Operations["group.ban"]["data"], options?: Options): Promise<Operations["group.ban"]["ok"]>;
        /** Lets users come again. Those who are not banned are passed over. For owner and admins. */
        unban(data: Operations["group.unban"]["data"], options?: Options): Promise<Operations["group.unban"]["ok"]>;
        /** Lists the users who are banned now. Only for owner and admins. */
        bans(data: Operations["group.bans"]["data"], options?: Options): Promise<Operations["group.bans"]["ok"]>;
        /** Sets and removes values of a group, all of these or none, or says which counters it has. For owner and admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets has no `by`. Members hear `group.valuesChanged`. */
        setValues(data: Operations["group.setValues"]["data"], options?: Options): Promise<Operations["group.setValues"]["ok"]>;
        /** Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. */
        count(data: Operations["group.count"]["data"], options?: Options): Promise<Operations["group.count"]["ok"]>;
        /** Returns the values and counters of a group. */
        values(data: Operations["group.values"]["data"], options?: Options): Promise<Operations["group.values"]["ok"]>;
        /** Begins a shared file. All members are told when it is complete. */
        addFile(data: Operations["group.addFile"]["data"], options?: Options): Promise<Operations["group.addFile"]["ok"]>;
        /** Adds the next piece of a file. A piece that is there already changes nothing. */
        putFile(data: Operations["group.putFile"]["data"], options?: Options): Promise<Operations["group.putFile"]["ok"]>;
        /** Reads the piece of a file that begins at an offset. */
        getFile(data: Operations["group.getFile"]["data"], options?: Options): Promise<Operations["group.getFile"]["ok"]>;
        /** Lists shared files, newest first. */
        files(data: Operations["group.files"]["data"], options?: Options): Promise<Operations["group.files"]["ok"]>;
        /** Removes a file. Members remove their own files; owner and admins remove any. */
        removeFile(data: Operations["group.removeFile"]["data"], options?: Options): Promise<Operations["group.removeFile"]["ok"]>;
        /** Lists the invitations that wait for the caller's answer, newest first. */
        invitations(data?: Operations["group.invitations"]["data"], options?: Options): Promise<Operations["group.invitations"]["ok"]>;
        /** Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where the caller is owner or admin. */
        joinRequests(data?: Operations["group.joinRequests"]["data"], options?: Options): Promise<Operations["group.joinRequests"]["ok"]>;
    };
    media: {
        /** Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by their digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's. */
        prepare(data?: Operations["media.prepare"]["data"], options?: Options): Promise<Operations["media.prepare"]["ok"]>;
        /** Says that all bytes of an upload have been sent. They are compared with what was announced; others are refused, and go. A repeat gets the same reply. */
        complete(data: Operations["media.complete"]["data"], options?: Options): Promise<Operations["media.complete"]["ok"]>;
        /** Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL can be read without a session until it ends. It is the same for a quarter of an hour; that of an avatar stays the same. */
        url(data: Operations["media.url"]["data"], options?: Options): Promise<Operations["media.url"]["ok"]>;
        /** Lists the caller's uploads, the newest first. */
        list(data?: Operations["media.list"]["data"], options?: Options): Promise<Operations["media.list"]["ok"]>;
        /** Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted. */
        delete(data: Operations["media.delete"]["data"], options?: Options): Promise<Operations["media.delete"]["ok"]>;
    };
    friend: {
        /** Lists the friends in the order of their ids, or the changes since a version. */
        list(data?: Operations["friend.list"]["data"], options?: Options): Promise<Operations["friend.list"]["ok"]>;
        /** Reads friends by their ids. */
        get(data: Operations["friend.get"]["data"], options?: Options): Promise<Operations["friend.get"]["ok"]>;
        /** Adds a friend, or sends a request if the other user wants to be asked. */
        add(data: Operations["friend.add"]["data"], options?: Options): Promise<Operations["friend.add"]["ok"]>;
        /** Changes fields of a friend in the caller's list: all of them or none. */
        modify(data: Operations["friend.modify"]["data"], options?: Options): Promise<Operations["friend.modify"]["ok"]>;
        /** Deletes friends. */
        delete(data: Operations["friend.delete"]["data"], options?: Options): Promise<Operations["friend.delete"]["ok"]>;
        /** Answers a friend request. */
        respond(data: Operations["friend.respond"]["data"], options?: Options): Promise<Operations["friend.respond"]["ok"]>;
        /** Tells which users are friends. */
        check(data: Operations["friend.check"]["data"], options?: Options): Promise<Operations["friend.check"]["ok"]>;
    };
    pendency: {
        /** Lists friend requests, newest first; none if the caller's copy is current. */
        list(data: Operations["pendency.list"]["data"], options?: Options): Promise<Operations["pendency.list"]["ok"]>;
        /** Deletes the caller's copy of requests. A received request can no longer be answered then. */
        delete(data: Operations["pendency.delete"]["data"], options?: Options): Promise<Operations["pendency.delete"]["ok"]>;
        /** Marks the requests received up to a time as read. */
        report(data: Operations["pendency.report"]["data"], options?: Options): Promise<Operations["pendency.report"]["ok"]>;
    };
    blacklist: {
        /** Blocks users: their messages are refused; friendships and requests between them and the caller end. */
        add(data: Operations["blacklist.add"]["data"], options?: Options): Promise<Operations["blacklist.add"]["ok"]>;
        /** Unblocks users. Friendships and requests that have ended do not come back. */
        delete(data: Operations["blacklist.delete"]["data"], options?: Options): Promise<Operations["blacklist.delete"]["ok"]>;
        /** Lists the blocked users, newest first. */
        list(data?: Operations["blacklist.list"]["data"], options?: Options): Promise<Operations["blacklist.list"]["ok"]>;
        /** Tells whether users are in the caller's blacklist. */
        check(data: Operations["blacklist.check"]["data"], options?: Options): Promise<Operations["blacklist.check"]["ok"]>;
    };
    friendGroup: {
        /** Lists friend groups in the order of their creation. */
        list(data?: Operations["friendGroup.list"]["data"], options?: Options): Promise<Operations["friendGroup.list"]["ok"]>;
        /** Creates friend groups: all of them or none. */
        create(data: Operations["friendGroup.create"]["data"], options?: Options): Promise<Operations["friendGroup.create"]["ok"]>;
        /** Deletes friend groups: all of them or none. The friends stay. */
        delete(data: Operations["friendGroup.delete"]["data"], options?: Options): Promise<Operations["friendGroup.delete"]["ok"]>;
        /** Adds friends to a friend group. */
        addFriends(data: Operations["friendGroup.addFriends"]["data"], options?: Options): Promise<Operations["friendGroup.addFriends"]["ok"]>;
        /** Removes friends from a friend group. */
        removeFriends(data: Operations["friendGroup.removeFriends"]["data"], options?: Options): Promise<Operations["friendGroup.removeFriends"]["ok"]>;
        /** Renames a friend group. */
        rename(data: Operations["friendGroup.rename"]["data"], options?: Options): Promise<Operations["friendGroup.rename"]["ok"]>;
    };
    channel: {
        /** Publishes a message to a channel. Only for users whom the backend has listed. When the reply comes, it is on the disk; a repeated request gets the same reply. */
        publish(data: Operations["channel.publish"]["data"], options?: Options): Promise<Operations["channel.publish"]["ok"]>;
        /** Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing if the user follows it already. */
        subscribe(data: Operations["channel.subscribe"]["data"], options?: Options): Promise<Operations["channel.subscribe"]["ok"]>;
        /** Follows a channel no longer. Does nothing if the user does not follow it. */
        unsubscribe(data: Operations["channel.unsubscribe"]["data"], options?: Options): Promise<Operations["channel.unsubscribe"]["ok"]>;
        /** Lists the channels that the caller follows and may read, the first subscribed first. */
        list(data?: Operations["channel.list"]["data"], options?: Options): Promise<Operations["channel.list"]["ok"]>;
        /** Returns a channel that the caller may read, followed or not. */
        info(data: Operations["channel.info"]["data"], options?: Options): Promise<Operations["channel.info"]["ok"]>;
        /** Reads a channel's messages, a page at a time. The caller need not follow it. */
        history(data: Operations["channel.history"]["data"], options?: Options): Promise<Operations["channel.history"]["ok"]>;
    };
    broadcast: {
        /** Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap that `session.open` left, or for a device that keeps no positions. */
        list(data?: Operations["broadcast.list"]["data"], options?: Options): Promise<Operations["broadcast.list"]["ok"]>;
    };
    room: {
        /** Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A session that is in the room already gets the same reply. */
        enter(data: Operations["room.enter"]["data"], options?: Options): Promise<Operations["room.enter"]["ok"]>;
        /** Leaves a room. A room that the session is not in is no fault. */
        leave(data: Operations["room.leave"]["data"], options?: Options): Promise<Operations["room.leave"]["ok"]>;
        /** Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and the list has the owner, admins and those who entered last. */
        participants(data: Operations["room.participants"]["data"], options?: Options): Promise<Operations["room.participants"]["ok"]>;
        /** Says something in a room that the caller is in. The reply comes with the room's next frame. A message that was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply. */
        send(data: Operations["room.send"]["data"], options?: Options): Promise<Operations["room.send"]["ok"]>;
        /** Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still keeps. The next frame has it in `cleared`. */
        recall(data: Operations["room.recall"]["data"], options?: Options): Promise<Operations["room.recall"]["ok"]>;
        /** Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all` for every user who may enter. A key that another user has set is for the owner and admins. Participants hear `room.valuesChanged`. */
        setValues(data: Operations["room.setValues"]["data"], options?: Options): Promise<Operations["room.setValues"]["ok"]>;
        /** Returns the values of a room that the caller may enter. */
        values(data: Operations["room.values"]["data"], options?: Options): Promise<Operations["room.values"]["ok"]>;
        /** Puts an element into the queue of a room, or changes the one of this key. The same rights as with `room.setValues`. Participants hear `room.queueChanged`. */
        offer(data: Operations["room.offer"]["data"], options?: Options): Promise<Operations["room.offer"]["ok"]>;
        /** Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The owner and admins take any, others with `valuesBy` `all` their own. */
        poll(data: Operations["room.poll"]["data"], options?: Options): Promise<Operations["room.poll"]["ok"]>;
        /** Returns the queue of a room that the caller may enter. */
        queue(data: Operations["room.queue"]["data"], options?: Options): Promise<Operations["room.queue"]["ok"]>;
        /** Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client gathers what its user taps and says it together, twice a second at most. */
        count(data: Operations["room.count"]["data"], options?: Options): Promise<Operations["room.count"]["ok"]>;
        /** Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists. */
        modify(data: Operations["room.modify"]["data"], options?: Options): Promise<Operations["room.modify"]["ok"]>;
        /** Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither. */
        mute(data: Operations["room.mute"]["data"], options?: Options): Promise<Operations["room.mute"]["ok"]>;
        /** Lets only the owner, admins and speakers send, or all again. For the owner and admins. */
        muteAll(data: Operations["room.muteAll"]["data"], options?: Options): Promise<Operations["room.muteAll"]["ok"]>;
        /** Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends. */
        ban(data: Operations["room.ban"]["data"], options?: Options): Promise<Operations["room.ban"]["ok"]>;
        /** Puts a user out of a room (`room.left`). The user may enter again. */
        kick(data: Operations["room.kick"]["data"], options?: Options): Promise<Operations["room.kick"]["ok"]>;
    };
    call: {
        /** Calls the other user of a conversation, or members of a group. It rings on all of their devices until one answers, or the time is over. */
        invite(data: Operations["call.invite"]["data"], options?: Options): Promise<Operations["call.invite"]["ok"]>;
        /** Takes a call that rings. The first device of the user decides; the others are told which one. */
        accept(data: Operations["call.accept"]["data"], options?: Options): Promise<Operations["call.accept"]["ok"]>;
        /** Declines a call that rings, for all of the user's devices. */
        reject(data: Operations["call.reject"]["data"], options?: Options): Promise<Operations["call.reject"]["ok"]>;
        /** Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends. */
        cancel(data: Operations["call.cancel"]["data"], options?: Options): Promise<Operations["call.cancel"]["ok"]>;
        /** Leaves a call that the user has accepted or begun. It ends when one user is left. */
        leave(data: Operations["call.leave"]["data"], options?: Options): Promise<Operations["call.leave"]["ok"]>;
    };
    report: {
        /** Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's report of the same waits, a further one gets its id. */
        create(data: Operations["report.create"]["data"], options?: Options): Promise<Operations["report.create"]["ok"]>;
    };
    userProfile: {
        /** Changes properties of the caller's hosted profile: all of them or none. */
        update(data?: Operations["userProfile.update"]["data"], options?: Options): Promise<Operations["userProfile.update"]["ok"]>;
        /** Reads the caller's hosted profile. */
        getMine(data?: Operations["userProfile.getMine"]["data"], options?: Options): Promise<Operations["userProfile.getMine"]["ok"]>;
        /** Reads hosted profiles, as far as the caller may see them. */
        get(data: Operations["userProfile.get"]["data"], options?: Options): Promise<Operations["userProfile.get"]["ok"]>;
        /** Sets who may see the caller's hosted profile. */
        setVisibility(data: Operations["userProfile.setVisibility"]["data"], options?: Options): Promise<Operations["userProfile.setVisibility"]["ok"]>;
        /** Tells who may see the caller's hosted profile. */
        getVisibility(data?: Operations["userProfile.getVisibility"]["data"], options?: Options): Promise<Operations["userProfile.getVisibility"]["ok"]>;
        /** Finds the user with a unique id. */
        search(data: Operations["userProfile.search"]["data"], options?: Options): Promise<Operations["userProfile.search"]["ok"]>;
    };
    subscription: {
        /** Follows users for a time, which begins anew for users that are followed already. */
        subscribe(data: Operations["subscription.subscribe"]["data"], options?: Options): Promise<Operations["subscription.subscribe"]["ok"]>;
        /** Stops following users. */
        unsubscribe(data: Operations["subscription.unsubscribe"]["data"], options?: Options): Promise<Operations["subscription.unsubscribe"]["ok"]>;
        /** Reads the presence or the profiles of users, as far as the caller follows them. */
        query(data: Operations["subscription.query"]["data"], options?: Options): Promise<Operations["subscription.query"]["ok"]>;
        /** Says a line beside the caller's presence, to those who are told the presence. */
        setStatus(data: Operations["subscription.setStatus"]["data"], options?: Options): Promise<Operations["subscription.setStatus"]["ok"]>;
        /** Lists the users that the caller follows, in the order of following. */
        list(data: Operations["subscription.list"]["data"], options?: Options): Promise<Operations["subscription.list"]["ok"]>;
    };
    push: {
        /** Registers this session's device for pushes while it has no session. It holds until the next registration, or until the session is closed. */
        register(data: Operations["push.register"]["data"], options?: Options): Promise<Operations["push.register"]["ok"]>;
        /** Ends the pushes to a device. */
        unregister(data?: Operations["push.unregister"]["data"], options?: Options): Promise<Operations["push.unregister"]["ok"]>;
        /** Lists the user's devices that get pushes. */
        devices(data?: Operations["push.devices"]["data"], options?: Options): Promise<Operations["push.devices"]["ok"]>;
        /** Tells the key that a web page needs to subscribe to pushes. */
        webPushKey(data?: Operations["push.webPushKey"]["data"], options?: Options): Promise<Operations["push.webPushKey"]["ok"]>;
        /** Sets a quiet time of the day, in which only forced pushes come. */
        setGlobalDnd(data: Operations["push.setGlobalDnd"]["data"], options?: Options): Promise<Operations["push.setGlobalDnd"]["ok"]>;
        /** Tells the quiet time, in which only forced pushes come. */
        getGlobalDnd(data?: Operations["push.getGlobalDnd"]["data"], options?: Options): Promise<Operations["push.getGlobalDnd"]["ok"]>;
        /** Tells whether a message was pushed to the caller, and why or why not. */
        explain(data: Operations["push.explain"]["data"], options?: Options): Promise<Operations["push.explain"]["ok"]>;
        /** Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts. Without a session: `POST /v1/push/receipts` with the same members. */
        receipt(data: Operations["push.receipt"]["data"], options?: Options): Promise<Operations["push.receipt"]["ok"]>;
    };
}

/** The data of each event. */
export interface Events {
    /** The gateway ends this session; the close frame follows. */
    "session.kicked": {
        /** Why. */
        reason: "sameDevice" | "exclusivePlatform" | "tooManySessions" | "closedByUser" | "accountEnded" | "tokenRevoked" | "kicked";
        /** Only with the first three: the device of the session that replaces this one. */
        device?: string;
        /** Only with the first three: that session's platform. */
        platform?: string;
        /** Only with `kicked`: what the administrator says. */
        text?: string;
    };
    /** The token ends soon; `session.refresh` keeps the session. */
    "session.expiring": {
        /** When the token ends. */
        expiresAt: number;
    };
    /** The gateway will close every session; the close frame follows within the drain's time. */
    "server.draining": {
        /** How long the client waits after the close before it connects again; different for each client. */
        reconnectAfterMilliseconds: number;
    };
    /** The changes since the device's last session follow. */
    "conversation.syncStart": {};
    /** All changes since the device's last session have been sent. */
    "conversation.syncFinish": {
        /** False: some are missing, because the user's stream is not `recovered` or there were too many; list the conversations. */
        isComplete: boolean;
    };
    /** The presence or profiles of followed users have changed. Several changes come together; not in a stream. */
    "subscription.eventChanged": {
        /** See [subscriptions.md](subscriptions.md). */
        events: Array<SubscriptionEvent>;
    };
    /** After a session has begun, for each type in turn: the changes while the device was away have been sent. */
    "subscription.syncCompleted": {
        /** 1 to 4. */
        subscribeType: number;
    };
    /** What is new in a room: for every session that is in it, the senders included. A frame comes when a tick of the room ends with news, some times a second at most. In no stream: who comes back enters with `epoch` and `seq`. */
    "room.frame": {
        /** The room's id. */
        roomID: string;
        /** The life of the room in which the messages are numbered. */
        epoch: number;
        /** The messages that were drawn, in the order that all see. A hole before the first: so many were missed. */
        messages?: Array<{
            /** The message's number in the epoch: from 1, without gaps. */
            seq: number;
            /** The message's id. */
            msgId: string;
            /** The sender's own id for it. */
            clientMsgId: string;
            /** The user who has sent it; absent: a backend has, in nobody's name. */
            from?: string;
            /** As with `message.send`. */
            type: number;
            /** The content; `{}` if it was recalled. */
            body: Record<string, any>;
            /** When it was drawn. */
            time: number;
            /** `high`, `normal` or `low`. */
            priority: "high" | "normal" | "low";
            /** Only `true`: it was recalled or cleared. */
            isRecalled?: boolean;
        }>;
        /** How many more were offered, and not drawn. */
        shed?: number;
        /** How many are in the room. Every 5 seconds, if it has changed. */
        occupancy?: {
            /** Sessions and users' streams in the room. */
            participants: number;
            /** Streams of guests. Absent: none. */
            guests?: number;
        };
        /** The room's counters that have grown, with their sums. Every second at most. */
        counters?: Record<string, number>;
        /** The last users who have entered, 5 at most: in a room with `showsEntries`. */
        entered?: Array<string>;
        /** What clients no longer show. */
        cleared?: Array<{
            /** All that this user has said is gone. */
            from?: string;
            /** This message is gone: it was recalled. */
            msgId?: string;
            /** With `msgId`: its number. */
            seq?: number;
        }>;
    };
    /** The user was removed from a room: this session is in it no longer. */
    "room.left": {
        /** The room's id. */
        roomID: string;
        /** `kicked`: the user may enter again; `banned`: not before the ban ends. */
        reason: "kicked" | "banned";
    };
    /** A backend has ended a room. Nobody is in it any more. */
    "room.ended": {
        /** The room's id. */
        roomID: string;
    };
    /** A backend, the owner or an admin has changed a room. */
    "room.changed": {
        /** The room's id. */
        roomID: string;
        /** As the backend has set it. */
        title: string;
        /** Data of the application, as the backend has set it. */
        ext: string;
        /** So many seconds lie between two messages of a user; 0: no slow mode. */
        slowSeconds: number;
        /** Only the owner, admins and speakers may send. */
        isMuted: boolean;
        /** Who sets values. */
        valuesBy: "admins" | "all";
    };
    /** Values of a room have changed. Several changes may come as one. A client that does not know `former` has missed some: it reads them with `room.values`. */
    "room.valuesChanged": {
        /** The room's id. */
        roomID: string;
        /** The state before it. */
        former: number;
        /** The state after it. */
        state: number;
        /** What was set. */
        set: Array<{
            /** The key. */
            key: string;
            /** What was set. */
            value: string;
            /** The `state` that began with it, for `ifVersion`. */
            version: number;
            /** The user who has set it; absent: a backend has. */
            by?: string;
            /** Only `true`: it goes when that user has left. */
            isTransient?: boolean;
            /** In the queue: the order, the head first. For values it means nothing. */
            position: number;
        }>;
        /** The keys that are gone. */
        removed: Array<string>;
    };
    /** The queue of a room has changed. Several changes may come as one. A client that does not know `former` has missed some: it reads the queue with `room.queue`. */
    "room.queueChanged": {
        /** The room's id. */
        roomID: string;
        /** The state before it. */
        former: number;
        /** The state after it. */
        state: number;
        /** What was set. */
        set: Array<{
            /** The key. */
            key: string;
            /** What was set. */
            value: string;
            /** The `state` that began with it, for `ifVersion`. */
            version: number;
            /** The user who has set it; absent: a backend has. */
            by?: string;
            /** Only `true`: it goes when that user has left. */
            isTransient?: boolean;
            /** In the queue: the order, the head first. For values it means nothing. */
            position: number;
        }>;
        /** The keys that are gone. */
        removed: Array<string>;
    };
    /** More of the text of a message that is being streamed. The message itself comes by `message.new`, with the same `streamID`, and takes the place of the text. In no stream: a session that watches again has the text so far in its reply. */
    "message.appended": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The id of the text until it is a message. */
        streamID: string;
        /** Its sender. */
        from: string;
        /** Where this part begins, in bytes of UTF-8. 0: the text begins anew. With a hole before it, watch again. */
        offset: number;
        /** This part. */
        text: string;
    };
    /** A text that was being streamed becomes no message: clients show it no longer. */
    "message.ended": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The id of the text. */
        streamID: string;
        /** `refused`: it may not be sent any more; `failed`: it could not be stored, or its node is gone. The others are as in `broken` of a message. */
        reason: "aborted" | "idle" | "tooLong" | "tooLarge" | "draining" | "stopped" | "refused" | "failed";
    };
    /** A backend tells everybody something. Its place in the stream is `seq`; devices that were away get it by `resume.broadcasts` of `session.open`, unless it was for those alone who were there. */
    "broadcast.new": Broadcast;
    /** The state of a user in a call has changed, or the call has ended. In the user's stream, where it is told as it is now: of a call that has ended, the end alone. */
    "call.changed": Call;
    /** Another user calls. In no stream: a device that comes while it rings is told behind the reply to `session.open`. */
    "call.invited": {
        callID: string;
        /** As this user sees it. */
        conversationID: string;
        /** The inviter. */
        from: string;
        /** As the inviter has sent it. */
        kind: string;
        /** When the inviter called. */
        time: number;
        /** The inviter first. */
        users: Array<CallUser>;
        /** For so long it still rings, by the gateway's clock. */
        seconds: number;
        /** The inviter's, or that of a hook. */
        data?: Record<string, any>;
    };
    /** A backend has changed a channel. In no stream: who comes later asks by `channel.info` or `channel.list`. */
    "channel.changed": {
        /** The channel's id. */
        channelID: string;
        /** As the backend has set it. */
        title: string;
        /** Likewise. */
        description: string;
        /** Likewise: data of the application. */
        ext: string;
    };
    /** A backend has destroyed a channel; its messages are gone. In no stream: devices that come later do not find it in `channels` of `session.open`. */
    "channel.destroyed": {
        /** The channel's id. */
        channelID: string;
    };
    /** A message of a channel, for every session that follows it, the publisher's included. Its place in the stream is its channel and `seq`; devices that were away get it by `resume.channels` of `session.open`. */
    "channel.message": ChannelMessage;
    /** Another device of the same user has subscribed to a channel, or unsubscribed. In no stream: a device that comes later finds the channels in `channels` of `session.open`. */
    "channel.subscriptionChanged": {
        /** The channel's id. */
        channelID: string;
        /** Whether the user follows it now. */
        isSubscribed: boolean;
        /** Only if it is followed: the seq of its last message. */
        seq?: number;
    };
    /** Conversations of the list have changed: by a message, reading, a mark, pinning, an option, or the other user's name. In the user's stream, except for changes by a message. For messages in a group it comes at once, and then once for all messages of an interval. */
    "conversation.changed": {
        /** Each conversation complete, as it is now. */
        conversations: Array<Conversation>;
    };
    /** The user has deleted conversations and their history up to now. In the user's stream. */
    "conversation.deleted": {
        /** The conversations. */
        conversationIDs: Array<string>;
    };
    /** A draft of the user has changed, or has ended. Each 2 seconds at most, and not in a stream. */
    "conversation.draftChanged": {
        /** The conversation. */
        conversationID: string;
        draft?: Draft;
    };
    /** Conversations have come into the list: by a first message, by joining a group, or by the first message after a deletion. In the user's stream. */
    "conversation.new": {
        /** Each conversation complete, as it is now. */
        conversations: Array<Conversation>;
    };
    /** The number of all unread messages has changed. */
    "conversation.totalUnreadChanged": {
        /** The number as it is now. */
        total: number;
    };
    /** The user's relations have changed. Types 1 to 4 are in the user's stream. With `self`, another device of the same user made the change; that is not in the stream. */
    "friend.changed": {
        /** 1 friends added, 2 friends deleted, 3 a request sent or received, 4 requests gone; and by the user itself: 5 users blocked, 6 users unblocked, 7 requests read, 8 fields of a friend changed. */
        type: number;
        /** The other users. Reason and source come with type 3; `pendencyType` with 3 and 4: the event's receiver got (1) or sent (2) the request. */
        users: Array<{
            userID: string;
            addWording?: string;
            addSource?: string;
            pendencyType?: 1 | 2;
        }>;
        /** The current `version` of `relations` in `session.open`. Absent with types 3, 4 and 7, and when the event is repeated from the stream. */
        version?: number;
        /** With types 3, 4 and 7 instead: the current `pendencySeq` of `relations` in `session.open`. */
        pendencySeq?: number;
        /** Only with type 7: how many requests are unread. */
        unreadCount?: number;
        /** Only if the user itself made the change, on another device. */
        self?: true;
    };
    /** Another device of the same user has changed friend groups. Not in the stream. */
    "friendGroup.changed": {
        /** Always present. */
        self: true;
        /** The current `version` of `relations` in `session.open`. */
        version: number;
        /** New groups. */
        created: Array<string>;
        /** Deleted groups. */
        deleted: Array<string>;
        /** Groups that got or lost friends, with the friends' ids. */
        groups: Array<{
            name: string;
            added: Array<string>;
            removed: Array<string>;
        }>;
        /** Only if a group was renamed. */
        renamed?: {
            from: string;
            to: string;
        };
    };
    /** Members have read messages of the user. Not in a stream. Where receipts go by positions, sessions hear it that watch the group. */
    "groupReceipt.changed": {
        /** The group. */
        groupID: string;
        /** One for each message of the user that asks for receipts. */
        receipts: Array<{
            msgId: string;
            readCount: number;
            unreadCount: number;
        }>;
    };
    /** A message was recalled, edited or pinned, or has other reactions. For every device of all who can read it in the history. Devices that were away learn of it by `resume.changes` of `session.open`. */
    "message.changed": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The place of the change in the conversation: from 1, rising. */
        change: number;
        message: Message;
    };
    /** The user has deleted messages: out of its own history, on all its devices. In the user's stream. */
    "message.deleted": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The messages. */
        msgIds: Array<string>;
    };
    /** A message has expired: drop what you have of it. For every device of all who could read it in the history. Devices that were away learn of it by `resume.changes` of `session.open`. */
    "message.gone": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The place of the change in the conversation. */
        change: number;
        /** The message's id. */
        msgId: string;
        /** The message's number in the conversation. */
        seq: number;
    };
    /** A message, for every device of the receivers and the sender's other devices. Its place in the stream is its conversation and `seq`. */
    "message.new": {
        /** The message's id. */
        msgId: string;
        /** The sender's own id for the message. */
        clientMsgId: string;
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** 0: between two users; 1: in a group; 5: in a super team. */
        sessionType: 0 | 1 | 5;
        /** The message's number in the conversation. */
        seq: number;
        /** The sender. */
        from: string;
        /** Only in a group: the sender's name there, if it has one. */
        nickname?: string;
        /** As it was sent; 5: a notification of the gateway in a group. */
        type: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 10 | 12 | 20 | 21 | 100;
        /** As it was sent; for a notification see [group-messages.md](group-messages.md). */
        body: Record<string, any>;
        /** When the gateway accepted the message. */
        time: number;
        /** Only if it was sent with one. */
        apnsContent?: string;
        /** Only if it was sent with one. */
        atUserList?: Array<string>;
        /** Only if it has changed: the place of its newest change in the conversation. */
        change?: number;
        /** Only if it was recalled: its body is empty then. */
        recalled?: {
            /** The user who has recalled it; absent: a backend has. */
            by?: string;
            /** When. */
            time: number;
            /** Only if one was given. */
            reason?: string;
        };
        /** Only if it was edited. */
        edited?: {
            /** When it was edited last. */
            time: number;
            /** How often it was edited. */
            version: number;
        };
        /** Only if it replies to a message of the conversation. */
        replyTo?: {
            msgId: string;
            seq: number;
            /** The sender of that message. */
            from: string;
        };
        /** Only while it is pinned: by whom, and since when. */
        pinned?: {
            by: string;
            time: number;
        };
        /** Only if it refers to some. */
        media?: Array<MessageMedia>;
        /** Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md). */
        streamID?: string;
        /** Only if it was streamed and is not whole: why it ended. */
        broken?: "aborted" | "idle" | "tooLong" | "tooLarge" | "draining" | "stopped";
        /** Only if it expires: from then on it is gone. */
        expireAt?: number;
        /** Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's `lastMessage`, and counts nowhere. */
        visibleTo?: Array<string>;
        /** Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then. */
        isExpired?: boolean;
        /** Only if there are some. */
        reactions?: Array<{
            reaction: string;
            /** How many users. */
            count: number;
            /** The first few of them. */
            users: Array<string>;
            /** Only in replies and in events about own reactions: whether the user is one of them. */
            mine?: boolean;
        }>;
        /** Only if it differs from the default of `message.send`. */
        history?: boolean;
        /** Only if it differs from the default of `message.send`. */
        roaming?: boolean;
        /** Only if it differs from the default of `message.send`. */
        sync?: boolean;
        /** Only if it differs from the default of `message.send`. */
        persist?: boolean;
        /** Only if it differs from the default of `message.send`. */
        shouldBeCounted?: boolean;
        /** Only if it differs from the default of `message.send`. */
        apnsEnabled?: boolean;
        /** Only if it differs from the default of `message.send`. */
        apnsWithPrefix?: boolean;
        /** Only if it differs from the default of `message.send`. */
        route?: boolean;
        /** Only if it differs from the default of `message.send`. */
        teamReceipt?: boolean;
        /** Only if it differs from the default of `message.send`. */
        exclusiveReactions?: boolean;
        /** Only for the receiver of a message between two: how many messages of the conversation are unread now. */
        unreadCount?: number;
        /** Only beside `unreadCount`, if it has changed: how many messages are unread in all. */
        totalUnread?: number;
    };
    /** Another user's signal in a conversation, such as that it types. In no stream. */
    "message.signaled": {
        /** The conversation, as this user sees it. */
        conversationID: string;
        /** The sender. */
        from: string;
        /** As it was sent. */
        name: string;
        /** As it was sent. */
        data?: Record<string, any>;
    };
    /** The application's backend has called `admin.notification.send`. In the user's stream, unless it was sent live. */
    "notification.new": {
        /** As it was sent. */
        name: string;
        /** As it was sent. */
        data: Record<string, any>;
    };
    /** The profile of the user, or of a user's friend, has changed. In the user's stream. */
    "profile.changed": {
        /** 1. */
        type: number;
        /** The user whose profile changed. */
        fromUser: string;
        /** The name that others see. */
        nickname: string;
        /** The avatar. */
        faceUrl: string;
        /** The profile's version, as in `profile.get`. */
        version: number;
    };
    /** Another device of the user has called `push.setGlobalDnd`. Not in a stream. */
    "push.globalDndChanged": {
        /** As it was set; false at first. */
        enabled: boolean;
        /** As it was set. */
        start: string;
        /** As it was set. */
        end: string;
        /** As it was set. */
        utcOffset: number;
    };
    /** Messages have come to a device of the other user of a conversation. Each second at most, and not in a stream. */
    "receipt.delivered": {
        /** The conversation. */
        conversationID: string;
        /** Every message up to there has come. */
        seq: number;
    };
    /** The other user of a conversation has read messages. In the user's stream. */
    "receipt.new": {
        /** The conversation. */
        conversationID: string;
        /** Every message up to then has been read. */
        timestamp: number;
    };
    /** Another device of the user has started or stopped following users. In the user's stream. */
    "subscription.changedOnOtherDevices": {
        /** The device; absent in events from before release 0.2. */
        device?: string;
        /** `operationType` 0: subscribed, 1: unsubscribed. */
        events: Array<{
            userId: string;
            subscribeType: number;
            operationType: 0 | 1;
            subscribeTime: number;
            expiry: number;
        }>;
    };
    /** To the invited user, who has to answer. */
    "group.invitationDidReceive": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        inviter: string;
        /** As it was given. */
        message: string;
        /** The group's name. */
        name: string;
        /** The group's avatar. */
        avatar: string;
        /** How many members the group has. */
        memberCount: number;
    };
    /** To the inviter: the invitee is a member. */
    "group.invitationDidAccept": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        invitee: string;
    };
    /** To the inviter: the invitee declined. */
    "group.invitationDidDecline": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        invitee: string;
        /** As it was given. */
        reason: string;
    };
    /** To owner and admins: a user asks to join. */
    "group.joinRequestDidReceive": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        user: string;
        /** As it was given. */
        reason: string;
    };
    /** To the applicant, owner and admins. */
    "group.joinRequestDidApprove": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        applicant: string;
        /** A user. */
        operator: string;
    };
    /** To the applicant, owner and admins. */
    "group.joinRequestDidDecline": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** As it was given. */
        reason: string;
        /** A user. */
        decliner: string;
        /** A user. */
        applicant: string;
    };
    /** To a user who became a member without being asked. */
    "group.didJoin": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        inviter: string;
        /** As it was given. */
        message: string;
    };
    /** To a user who is no longer a member. */
    "group.didLeave": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** 0: removed; 1: left; 2: the group was destroyed. */
        reason: 0 | 1 | 2;
    };
    /** To all members except the new one. */
    "group.userDidJoin": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        user: string;
    };
    /** To all remaining members. */
    "group.userDidLeave": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        user: string;
    };
    /** To the members concerned, owner and admins. */
    "group.muteListDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** Users. */
        added?: Array<string>;
        /** Users. */
        removed?: Array<string>;
        /** With `added`: when the mute ends, in milliseconds; -1: never. */
        muteExpire?: number;
    };
    /** To the members concerned, owner and admins. */
    "group.whiteListDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** Users. */
        added?: Array<string>;
        /** Users. */
        removed?: Array<string>;
    };
    /** To all members. */
    "group.allMemberMuteChanged": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** Whether all members are muted. */
        isAllMemberMuted: boolean;
    };
    /** To the member concerned, owner and admins. */
    "group.adminListDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        added?: string;
        /** A user. */
        removed?: string;
    };
    /** To the new and the old owner. */
    "group.ownerDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        newOwner: string;
        /** A user. */
        oldOwner: string;
    };
    /** To all members. */
    "group.announcementDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** As it was given. */
        announcement: string;
    };
    /** To all members. */
    "group.fileListDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        added?: SharedFile;
        /** Only if a file was removed: its id. */
        removed?: string;
    };
    /** To all members. */
    "group.specificationDidUpdate": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        group: Group;
    };
    /** To all members except the one who made the change. */
    "group.attributesChangedOfMember": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** A user. */
        userID: string;
        /** The changed attributes; an empty one was deleted. */
        attributes: Record<string, string>;
        /** A user. */
        operatorID: string;
    };
    /** Only to the member's other devices. */
    "group.notifyStateChanged": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** The state as it is now. */
        state: 0 | 1 | 2;
    };
    /** Only to the member's other devices. */
    "group.blockChanged": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** Whether the member blocks the group now. */
        isBlocked: boolean;
    };
    /** The application's backend has called `admin.notification.send` for the group. To all members. In the group's stream, unless it was sent live. */
    "group.notificationDidReceive": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** As it was given. */
        name: string;
        /** As it was sent. */
        data: Record<string, any>;
    };
    /** To all members. */
    "group.valuesChanged": {
        /** The group. */
        groupID: string;
        /** Only if the user itself did it, or an administrator in the user's name. */
        self?: true;
        /** What was set. Its version is the event's `seq`. */
        set: Array<GroupValue>;
        /** The keys that are gone. */
        removed: Array<string>;
        /** Only if counters or their sums are others: all counters with their sums. Every second at most of what is counted. */
        counters?: Record<string, number>;
    };
}

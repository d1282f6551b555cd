// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// What results and events have in common.
import MartletCore

public struct APIError: JSONRepresentable, Equatable, Sendable {
    /// The system whose number it is.
    public let system: ErrorSystem
    /// The number.
    public let code: Int
    /// As stable as the number.
    public let name: ErrorName
    /// For people; it may change.
    public let message: String
    /// What is at fault: parameters, members, headers, or values.
    public let keys: [String]?
    /// Of `admin.message.append` with gw 1006: the bytes that are there, behind which the text goes on.
    public let length: Int?

    public init(json: JSON) throws(MartletError) {
        system = try json.required("system")
        code = try json.required("code")
        name = try json.required("name")
        message = try json.required("message")
        keys = try json.optional("keys")
        length = try json.optional("length")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("system", system)
        object.set("code", code)
        object.set("name", name)
        object.set("message", message)
        object.set("keys", keys)
        object.set("length", length)
        return .object(object)
    }
}

public struct Broadcast: JSONRepresentable, Equatable, Sendable {
    /// The broadcast's number: it rises without gaps, and is its place in the stream.
    public let seq: Int
    /// As it was sent.
    public let type: Int
    /// As it was sent.
    public let body: JSON
    /// When the gateway accepted it.
    public let time: Int
    /// From when on nobody is told any more; absent: it does not end.
    public let expiresAt: Int?

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        expiresAt = try json.optional("expiresAt")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("expiresAt", expiresAt)
        return .object(object)
    }
}

public struct Bytes: JSONRepresentable, Equatable, Sendable {
    /// In padded base64.
    public let b: String

    public init(json: JSON) throws(MartletError) {
        b = try json.required("b")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("b", b)
        return .object(object)
    }
}

public struct CallEnded: JSONRepresentable, Equatable, Sendable {
    public let outcome: CallEndedOutcome
    /// For how long it was spoken.
    public let seconds: Int

    public init(json: JSON) throws(MartletError) {
        outcome = try json.required("outcome")
        seconds = try json.required("seconds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("outcome", outcome)
        object.set("seconds", seconds)
        return .object(object)
    }
}

public struct Call: JSONRepresentable, Equatable, Sendable {
    public let callID: String
    /// As this user sees it.
    public let conversationID: String
    /// The inviter.
    public let from: String
    /// As the inviter has sent it.
    public let kind: String
    /// When the inviter called.
    public let time: Int
    /// The inviter first.
    public let users: [CallUser]
    /// Absent: it goes on.
    public let ended: CallEnded?

    public init(json: JSON) throws(MartletError) {
        callID = try json.required("callID")
        conversationID = try json.required("conversationID")
        from = try json.required("from")
        kind = try json.required("kind")
        time = try json.required("time")
        users = try json.required("users")
        ended = try json.optional("ended")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("callID", callID)
        object.set("conversationID", conversationID)
        object.set("from", from)
        object.set("kind", kind)
        object.set("time", time)
        object.set("users", users)
        object.set("ended", ended)
        return .object(object)
    }
}

public struct CallUser: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let state: CallUserState
    /// The device that has decided.
    public let device: String?
    /// If it was no act of the user's.
    public let reason: CallUserReason?

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        state = try json.required("state")
        device = try json.optional("device")
        reason = try json.optional("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("state", state)
        object.set("device", device)
        object.set("reason", reason)
        return .object(object)
    }
}

public struct Change: JSONRepresentable, Equatable, Sendable {
    /// The place of the change.
    public let change: Int
    /// The message's id.
    public let msgId: String
    /// The message's number in the conversation.
    public let seq: Int
    /// Only if it was recalled: true.
    public let isRecalled: Bool?
    public let message: Message?

    public init(json: JSON) throws(MartletError) {
        change = try json.required("change")
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        isRecalled = try json.optional("isRecalled")
        message = try json.optional("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("change", change)
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("isRecalled", isRecalled)
        object.set("message", message)
        return .object(object)
    }
}

public struct ChannelMessage: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String
    /// The message's id, in digits.
    public let msgId: String
    /// The publisher's own id for the message.
    public let clientMsgId: String
    /// The message's number in the channel.
    public let seq: Int
    /// The user who published it; absent if a backend did, in nobody's name.
    public let from: String?
    /// As it was published.
    public let type: Int
    /// As it was published.
    public let body: JSON
    /// When the gateway accepted the message.
    public let time: Int
    /// Only if its publisher was erased: the body is empty.
    public let isErased: Bool?

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        msgId = try json.required("msgId")
        clientMsgId = try json.required("clientMsgId")
        seq = try json.required("seq")
        from = try json.optional("from")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        isErased = try json.optional("isErased")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("msgId", msgId)
        object.set("clientMsgId", clientMsgId)
        object.set("seq", seq)
        object.set("from", from)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("isErased", isErased)
        return .object(object)
    }
}

public struct ConversationGroupAtInfolist: JSONRepresentable, Equatable, Sendable {
    public let seq: Int
    public let atType: Int

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
        atType = try json.required("atType")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        object.set("atType", atType)
        return .object(object)
    }
}

public struct Conversation: JSONRepresentable, Equatable, Sendable {
    /// `c2c_` and the other user's id, or `group_` and the group's.
    public let conversationID: String
    /// 1: with a user; 2: of a group.
    public let type: Int
    /// Only with a user: the other user.
    public let userID: String?
    /// Only of a group: the group.
    public let groupID: String?
    /// Only of a group that exists.
    public let groupType: GroupKind?
    /// The name to show.
    public let showName: String
    /// The avatar to show.
    public let faceUrl: String
    /// How many messages are unread.
    public let unreadCount: Int
    /// As `conversation.setC2CReceiveOpt` or `conversation.setGroupReceiveOpt` has set it.
    public let recvOpt: Int
    /// Whether it is pinned to the top.
    public let isPinned: Bool
    /// Whether the user has marked it as unread.
    public let isMarkedUnread: Bool
    /// Unread messages that mention the user (`atType` 1), all (2), or both (3).
    public let groupAtInfolist: [ConversationGroupAtInfolist]
    /// The last message that the user may see.
    public let lastMessage: LastMessage?
    /// The seq of the last message, seen or not.
    public let seq: Int
    /// The seq up to which the user has read.
    public let readSeq: Int
    /// Only if a message has ever changed: the place of the last change in the conversation.
    public let change: Int?
    /// Only if the other user has read: up to when.
    public let peerReadTime: Int?
    /// Only with `messages.deliveryReceipts`: up to where messages have come to a device of the other user.
    public let peerDeliveredSeq: Int?
    /// Only if the user has set any.
    public let tags: [String]?
    /// Likewise: data of the application.
    public let ext: String?
    public let draft: Draft?

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        type = try json.required("type")
        userID = try json.optional("userID")
        groupID = try json.optional("groupID")
        groupType = try json.optional("groupType")
        showName = try json.required("showName")
        faceUrl = try json.required("faceUrl")
        unreadCount = try json.required("unreadCount")
        recvOpt = try json.required("recvOpt")
        isPinned = try json.required("isPinned")
        isMarkedUnread = try json.required("isMarkedUnread")
        groupAtInfolist = try json.required("groupAtInfolist")
        lastMessage = try json.optional("lastMessage")
        seq = try json.required("seq")
        readSeq = try json.required("readSeq")
        change = try json.optional("change")
        peerReadTime = try json.optional("peerReadTime")
        peerDeliveredSeq = try json.optional("peerDeliveredSeq")
        tags = try json.optional("tags")
        ext = try json.optional("ext")
        draft = try json.optional("draft")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("type", type)
        object.set("userID", userID)
        object.set("groupID", groupID)
        object.set("groupType", groupType)
        object.set("showName", showName)
        object.set("faceUrl", faceUrl)
        object.set("unreadCount", unreadCount)
        object.set("recvOpt", recvOpt)
        object.set("isPinned", isPinned)
        object.set("isMarkedUnread", isMarkedUnread)
        object.set("groupAtInfolist", groupAtInfolist)
        object.set("lastMessage", orNull: lastMessage)
        object.set("seq", seq)
        object.set("readSeq", readSeq)
        object.set("change", change)
        object.set("peerReadTime", peerReadTime)
        object.set("peerDeliveredSeq", peerDeliveredSeq)
        object.set("tags", tags)
        object.set("ext", ext)
        object.set("draft", draft)
        return .object(object)
    }
}

public struct Draft: JSONRepresentable, Equatable, Sendable {
    public let text: String
    /// For the next `conversation.setDraft`.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        text = try json.required("text")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("text", text)
        object.set("version", version)
        return .object(object)
    }
}

public struct Friend: JSONRepresentable, Equatable, Sendable {
    /// The friend.
    public let userID: String
    /// The caller's name for the friend.
    public let remark: String
    /// The friend groups that the friend is in.
    public let groups: [String]
    /// The reason of the request.
    public let addWording: String
    /// The source of the request.
    public let addSource: String
    /// When the two became friends.
    public let addTime: Int
    /// The custom fields that were set, by their names.
    public let customInfo: [String: CustomValue]
    public let profile: Profile

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        remark = try json.required("remark")
        groups = try json.required("groups")
        addWording = try json.required("addWording")
        addSource = try json.required("addSource")
        addTime = try json.required("addTime")
        customInfo = try json.required("customInfo")
        profile = try json.required("profile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("remark", remark)
        object.set("groups", groups)
        object.set("addWording", addWording)
        object.set("addSource", addSource)
        object.set("addTime", addTime)
        object.set("customInfo", customInfo)
        object.set("profile", profile)
        return .object(object)
    }
}

public struct GroupInfo: JSONRepresentable, Equatable, Sendable {
    /// The group's id.
    public let groupID: String
    /// Set when it was created.
    public let kind: GroupKind
    /// The group's name.
    public let name: String
    /// As it was set.
    public let description: String
    /// The avatar's URL.
    public let avatar: String
    /// Data of the application.
    public let ext: String
    /// As in `group.create`.
    public let style: Int
    /// Whether invited users are asked.
    public let isInviteNeedConfirm: Bool
    /// The most members, the owner included.
    public let maxUsers: Int
    /// As in `group.modify`.
    public let joinMode: Int
    /// As in `group.modify`.
    public let inviteMode: Int
    /// As in `group.modify`.
    public let beInviteMode: Int
    /// As in `group.modify`.
    public let updateInfoMode: Int
    /// As in `group.modify`.
    public let historyForNew: Int
    /// As in `group.modify`.
    public let receipts: GroupReceipts
    /// The group's owner.
    public let owner: String
    /// How many members the group has.
    public let memberCount: Int
    /// Whether all members are muted.
    public let isAllMemberMuted: Bool
    /// Whether an administrator has disabled the group.
    public let disabled: Bool
    /// When it was created.
    public let createTime: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        kind = try json.required("kind")
        name = try json.required("name")
        description = try json.required("description")
        avatar = try json.required("avatar")
        ext = try json.required("ext")
        style = try json.required("style")
        isInviteNeedConfirm = try json.required("isInviteNeedConfirm")
        maxUsers = try json.required("maxUsers")
        joinMode = try json.required("joinMode")
        inviteMode = try json.required("inviteMode")
        beInviteMode = try json.required("beInviteMode")
        updateInfoMode = try json.required("updateInfoMode")
        historyForNew = try json.required("historyForNew")
        receipts = try json.required("receipts")
        owner = try json.required("owner")
        memberCount = try json.required("memberCount")
        isAllMemberMuted = try json.required("isAllMemberMuted")
        disabled = try json.required("disabled")
        createTime = try json.required("createTime")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("kind", kind)
        object.set("name", name)
        object.set("description", description)
        object.set("avatar", avatar)
        object.set("ext", ext)
        object.set("style", style)
        object.set("isInviteNeedConfirm", isInviteNeedConfirm)
        object.set("maxUsers", maxUsers)
        object.set("joinMode", joinMode)
        object.set("inviteMode", inviteMode)
        object.set("beInviteMode", beInviteMode)
        object.set("updateInfoMode", updateInfoMode)
        object.set("historyForNew", historyForNew)
        object.set("receipts", receipts)
        object.set("owner", owner)
        object.set("memberCount", memberCount)
        object.set("isAllMemberMuted", isAllMemberMuted)
        object.set("disabled", disabled)
        object.set("createTime", createTime)
        return .object(object)
    }
}

public struct GroupDetailsSelf: JSONRepresentable, Equatable, Sendable {
    public let role: Int
    public let muteExpire: Int
    public let isBlocked: Bool
    public let isInWhiteList: Bool
    public let notifyState: Int
    public let nickname: String
    public let joinTime: Int

    public init(json: JSON) throws(MartletError) {
        role = try json.required("role")
        muteExpire = try json.required("muteExpire")
        isBlocked = try json.required("isBlocked")
        isInWhiteList = try json.required("isInWhiteList")
        notifyState = try json.required("notifyState")
        nickname = try json.required("nickname")
        joinTime = try json.required("joinTime")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("role", role)
        object.set("muteExpire", muteExpire)
        object.set("isBlocked", isBlocked)
        object.set("isInWhiteList", isInWhiteList)
        object.set("notifyState", notifyState)
        object.set("nickname", nickname)
        object.set("joinTime", joinTime)
        return .object(object)
    }
}

public struct GroupDetailsMuteList: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let muteExpire: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        muteExpire = try json.required("muteExpire")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("muteExpire", muteExpire)
        return .object(object)
    }
}

public struct GroupDetails: JSONRepresentable, Equatable, Sendable {
    /// The group's id.
    public let groupID: String
    /// Set when it was created.
    public let kind: GroupKind
    /// The group's name.
    public let name: String
    /// As it was set.
    public let description: String
    /// The avatar's URL.
    public let avatar: String
    /// Data of the application.
    public let ext: String
    /// As in `group.create`.
    public let style: Int
    /// Whether invited users are asked.
    public let isInviteNeedConfirm: Bool
    /// The most members, the owner included.
    public let maxUsers: Int
    /// As in `group.modify`.
    public let joinMode: Int
    /// As in `group.modify`.
    public let inviteMode: Int
    /// As in `group.modify`.
    public let beInviteMode: Int
    /// As in `group.modify`.
    public let updateInfoMode: Int
    /// As in `group.modify`.
    public let historyForNew: Int
    /// As in `group.modify`.
    public let receipts: GroupReceipts
    /// The group's owner.
    public let owner: String
    /// How many members the group has.
    public let memberCount: Int
    /// Whether all members are muted.
    public let isAllMemberMuted: Bool
    /// Whether an administrator has disabled the group.
    public let disabled: Bool
    /// When it was created.
    public let createTime: Int
    /// The caller's role as in `self`; -1: no member.
    public let permissionType: Int
    /// The admins.
    public let adminList: [String]
    /// Like all that follows, only for members: the last seq of the group's stream that is in this.
    public let seq: Int?
    /// As in `self`.
    public let isBlocked: Bool?
    /// As in `self`.
    public let isInWhiteList: Bool?
    /// The caller's membership. `role` 0: member; 1: admin; 2: owner.
    public let own: GroupDetailsSelf?
    /// Only with `fetchMembers`.
    public let members: [String]?
    /// Only with `fetchMembers` and `needNickname`: by user.
    public let nicknames: [String: String]?
    /// Only for owner and admins.
    public let whiteList: [String]?
    /// Only for owner and admins.
    public let muteList: [GroupDetailsMuteList]?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        kind = try json.required("kind")
        name = try json.required("name")
        description = try json.required("description")
        avatar = try json.required("avatar")
        ext = try json.required("ext")
        style = try json.required("style")
        isInviteNeedConfirm = try json.required("isInviteNeedConfirm")
        maxUsers = try json.required("maxUsers")
        joinMode = try json.required("joinMode")
        inviteMode = try json.required("inviteMode")
        beInviteMode = try json.required("beInviteMode")
        updateInfoMode = try json.required("updateInfoMode")
        historyForNew = try json.required("historyForNew")
        receipts = try json.required("receipts")
        owner = try json.required("owner")
        memberCount = try json.required("memberCount")
        isAllMemberMuted = try json.required("isAllMemberMuted")
        disabled = try json.required("disabled")
        createTime = try json.required("createTime")
        permissionType = try json.required("permissionType")
        adminList = try json.required("adminList")
        seq = try json.optional("seq")
        isBlocked = try json.optional("isBlocked")
        isInWhiteList = try json.optional("isInWhiteList")
        own = try json.optional("self")
        members = try json.optional("members")
        nicknames = try json.optional("nicknames")
        whiteList = try json.optional("whiteList")
        muteList = try json.optional("muteList")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("kind", kind)
        object.set("name", name)
        object.set("description", description)
        object.set("avatar", avatar)
        object.set("ext", ext)
        object.set("style", style)
        object.set("isInviteNeedConfirm", isInviteNeedConfirm)
        object.set("maxUsers", maxUsers)
        object.set("joinMode", joinMode)
        object.set("inviteMode", inviteMode)
        object.set("beInviteMode", beInviteMode)
        object.set("updateInfoMode", updateInfoMode)
        object.set("historyForNew", historyForNew)
        object.set("receipts", receipts)
        object.set("owner", owner)
        object.set("memberCount", memberCount)
        object.set("isAllMemberMuted", isAllMemberMuted)
        object.set("disabled", disabled)
        object.set("createTime", createTime)
        object.set("permissionType", permissionType)
        object.set("adminList", adminList)
        object.set("seq", seq)
        object.set("isBlocked", isBlocked)
        object.set("isInWhiteList", isInWhiteList)
        object.set("self", own)
        object.set("members", members)
        object.set("nicknames", nicknames)
        object.set("whiteList", whiteList)
        object.set("muteList", muteList)
        return .object(object)
    }
}

public struct GroupValue: JSONRepresentable, Equatable, Sendable {
    /// The key.
    public let key: String
    /// What was set.
    public let value: String
    /// The seq in the group's stream of the event that told of it, for `ifVersion`.
    public let version: Int
    /// The user who has set it; absent: a backend has.
    public let by: String?

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.required("value")
        version = try json.required("version")
        by = try json.optional("by")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("version", version)
        object.set("by", by)
        return .object(object)
    }
}

public struct HostedProfile: JSONRepresentable, Equatable, Sendable {
    /// The user.
    public let userId: String
    /// The nickname.
    public let name: String
    /// The avatar.
    public let portraitUri: String
    /// Like all that follows, only if the caller may see it.
    public let uniqueId: String?
    /// As it was set.
    public let email: String?
    /// As it was set.
    public let birthday: String?
    /// 0: unknown; 1: male; 2: female.
    public let gender: Int?
    /// As it was set.
    public let location: String?
    /// As it was set.
    public let role: Int?
    /// As it was set.
    public let level: Int?
    /// The extensions that were set, by their names.
    public let userExtProfile: [String: String]?

    public init(json: JSON) throws(MartletError) {
        userId = try json.required("userId")
        name = try json.required("name")
        portraitUri = try json.required("portraitUri")
        uniqueId = try json.optional("uniqueId")
        email = try json.optional("email")
        birthday = try json.optional("birthday")
        gender = try json.optional("gender")
        location = try json.optional("location")
        role = try json.optional("role")
        level = try json.optional("level")
        userExtProfile = try json.optional("userExtProfile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("name", name)
        object.set("portraitUri", portraitUri)
        object.set("uniqueId", uniqueId)
        object.set("email", email)
        object.set("birthday", birthday)
        object.set("gender", gender)
        object.set("location", location)
        object.set("role", role)
        object.set("level", level)
        object.set("userExtProfile", userExtProfile)
        return .object(object)
    }
}

public struct LastMessageRecalled: JSONRepresentable, Equatable, Sendable {
    /// The user who has recalled it; absent: a backend has.
    public let by: String?
    /// When.
    public let time: Int
    /// Only if one was given.
    public let reason: String?

    public init(json: JSON) throws(MartletError) {
        by = try json.optional("by")
        time = try json.required("time")
        reason = try json.optional("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        object.set("reason", reason)
        return .object(object)
    }
}

public struct LastMessageEdited: JSONRepresentable, Equatable, Sendable {
    /// When it was edited last.
    public let time: Int
    /// How often it was edited.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        time = try json.required("time")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("time", time)
        object.set("version", version)
        return .object(object)
    }
}

public struct LastMessageReplyTo: JSONRepresentable, Equatable, Sendable {
    public let msgId: String
    public let seq: Int
    /// The sender of that message.
    public let from: String

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        from = try json.required("from")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("from", from)
        return .object(object)
    }
}

public struct LastMessagePinned: JSONRepresentable, Equatable, Sendable {
    public let by: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        by = try json.required("by")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        return .object(object)
    }
}

public struct LastMessage: JSONRepresentable, Equatable, Sendable {
    /// The message's id.
    public let msgId: String
    /// The message's number in the conversation.
    public let seq: Int
    /// The sender.
    public let from: String
    /// Only in a group: the sender's name there, if it has one.
    public let nickname: String?
    /// As it was sent; 5: a notification of the gateway in a group.
    public let type: Int
    /// As it was sent; for a notification see [group-messages.md](group-messages.md).
    public let body: JSON
    /// The same as `time`.
    public let timestamp: Int
    /// When the gateway accepted the message.
    public let time: Int
    /// Only if it has changed: the place of its newest change in the conversation.
    public let change: Int?
    /// Only if it was recalled: its body is empty then.
    public let recalled: LastMessageRecalled?
    /// Only if it was edited.
    public let edited: LastMessageEdited?
    /// Only if it replies to a message of the conversation.
    public let replyTo: LastMessageReplyTo?
    /// Only while it is pinned: by whom, and since when.
    public let pinned: LastMessagePinned?
    /// Only if it refers to some.
    public let media: [MessageMedia]?
    /// Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md).
    public let streamID: String?
    /// Only if it was streamed and is not whole: why it ended.
    public let broken: LastMessageBroken?
    /// Only if it expires: from then on it is gone.
    public let expireAt: Int?
    /// Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    /// `lastMessage`, and counts nowhere.
    public let visibleTo: [String]?
    /// Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then.
    public let isExpired: Bool?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        from = try json.required("from")
        nickname = try json.optional("nickname")
        type = try json.required("type")
        body = try json.required("body")
        timestamp = try json.required("timestamp")
        time = try json.required("time")
        change = try json.optional("change")
        recalled = try json.optional("recalled")
        edited = try json.optional("edited")
        replyTo = try json.optional("replyTo")
        pinned = try json.optional("pinned")
        media = try json.optional("media")
        streamID = try json.optional("streamID")
        broken = try json.optional("broken")
        expireAt = try json.optional("expireAt")
        visibleTo = try json.optional("visibleTo")
        isExpired = try json.optional("isExpired")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("from", from)
        object.set("nickname", nickname)
        object.set("type", type)
        object.set("body", body)
        object.set("timestamp", timestamp)
        object.set("time", time)
        object.set("change", change)
        object.set("recalled", recalled)
        object.set("edited", edited)
        object.set("replyTo", replyTo)
        object.set("pinned", pinned)
        object.set("media", media)
        object.set("streamID", streamID)
        object.set("broken", broken)
        object.set("expireAt", expireAt)
        object.set("visibleTo", visibleTo)
        object.set("isExpired", isExpired)
        return .object(object)
    }
}

public struct Media: JSONRepresentable, Equatable, Sendable {
    /// Its id.
    public let mediaID: String
    /// As it was prepared.
    public let use: MediaUse
    /// How far it is.
    public let state: MediaState
    /// Its media type.
    public let type: String
    /// If it has a name.
    public let name: String?
    /// In bytes.
    public let size: Int
    /// When it was prepared.
    public let time: Int
    /// Of a complete one: `digest` if its bytes are those of `sha256`.
    public let verified: MediaVerified?
    /// In pixels, if known.
    public let width: Int?
    /// In pixels, if known.
    public let height: Int?
    /// The id of its small picture, if it has one.
    public let thumbnail: String?

    public init(json: JSON) throws(MartletError) {
        mediaID = try json.required("mediaID")
        use = try json.required("use")
        state = try json.required("state")
        type = try json.required("type")
        name = try json.optional("name")
        size = try json.required("size")
        time = try json.required("time")
        verified = try json.optional("verified")
        width = try json.optional("width")
        height = try json.optional("height")
        thumbnail = try json.optional("thumbnail")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("use", use)
        object.set("state", state)
        object.set("type", type)
        object.set("name", name)
        object.set("size", size)
        object.set("time", time)
        object.set("verified", verified)
        object.set("width", width)
        object.set("height", height)
        object.set("thumbnail", thumbnail)
        return .object(object)
    }
}

public struct MergedMessage: JSONRepresentable, Equatable, Sendable {
    /// The sender.
    public let from: String
    /// When it was sent.
    public let time: Int
    /// As it was sent.
    public let type: Int
    /// As it was when it was forwarded; of another message of type 21 its `title` and `count` alone.
    public let body: JSON
    /// The uploads to which it refers, as they are now.
    public let media: [MessageMedia]?

    public init(json: JSON) throws(MartletError) {
        from = try json.required("from")
        time = try json.required("time")
        type = try json.required("type")
        body = try json.required("body")
        media = try json.optional("media")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("from", from)
        object.set("time", time)
        object.set("type", type)
        object.set("body", body)
        object.set("media", media)
        return .object(object)
    }
}

public struct MessageRecalled: JSONRepresentable, Equatable, Sendable {
    /// The user who has recalled it; absent: a backend has.
    public let by: String?
    /// When.
    public let time: Int
    /// Only if one was given.
    public let reason: String?

    public init(json: JSON) throws(MartletError) {
        by = try json.optional("by")
        time = try json.required("time")
        reason = try json.optional("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        object.set("reason", reason)
        return .object(object)
    }
}

public struct MessageEdited: JSONRepresentable, Equatable, Sendable {
    /// When it was edited last.
    public let time: Int
    /// How often it was edited.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        time = try json.required("time")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("time", time)
        object.set("version", version)
        return .object(object)
    }
}

public struct MessageReplyTo: JSONRepresentable, Equatable, Sendable {
    public let msgId: String
    public let seq: Int
    /// The sender of that message.
    public let from: String

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        from = try json.required("from")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("from", from)
        return .object(object)
    }
}

public struct MessagePinned: JSONRepresentable, Equatable, Sendable {
    public let by: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        by = try json.required("by")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        return .object(object)
    }
}

public struct MessageReaction: JSONRepresentable, Equatable, Sendable {
    public let reaction: String
    /// How many users.
    public let count: Int
    /// The first few of them.
    public let users: [String]
    /// Only in replies and in events about own reactions: whether the user is one of them.
    public let mine: Bool?

    public init(json: JSON) throws(MartletError) {
        reaction = try json.required("reaction")
        count = try json.required("count")
        users = try json.required("users")
        mine = try json.optional("mine")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reaction", reaction)
        object.set("count", count)
        object.set("users", users)
        object.set("mine", mine)
        return .object(object)
    }
}

public struct Message: JSONRepresentable, Equatable, Sendable {
    /// The message's id.
    public let msgId: String
    /// The sender's own id for the message.
    public let clientMsgId: String
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// 0: between two users; 1: in a group; 5: in a super team.
    public let sessionType: Int
    /// The message's number in the conversation.
    public let seq: Int
    /// The sender.
    public let from: String
    /// Only in a group: the sender's name there, if it has one.
    public let nickname: String?
    /// As it was sent; 5: a notification of the gateway in a group.
    public let type: Int
    /// As it was sent; for a notification see [group-messages.md](group-messages.md).
    public let body: JSON
    /// When the gateway accepted the message.
    public let time: Int
    /// Only if it was sent with one.
    public let apnsContent: String?
    /// Only if it was sent with one.
    public let atUserList: [String]?
    /// Only if it has changed: the place of its newest change in the conversation.
    public let change: Int?
    /// Only if it was recalled: its body is empty then.
    public let recalled: MessageRecalled?
    /// Only if it was edited.
    public let edited: MessageEdited?
    /// Only if it replies to a message of the conversation.
    public let replyTo: MessageReplyTo?
    /// Only while it is pinned: by whom, and since when.
    public let pinned: MessagePinned?
    /// Only if it refers to some.
    public let media: [MessageMedia]?
    /// Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md).
    public let streamID: String?
    /// Only if it was streamed and is not whole: why it ended.
    public let broken: LastMessageBroken?
    /// Only if it expires: from then on it is gone.
    public let expireAt: Int?
    /// Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    /// `lastMessage`, and counts nowhere.
    public let visibleTo: [String]?
    /// Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then.
    public let isExpired: Bool?
    /// Only if there are some.
    public let reactions: [MessageReaction]?
    /// Only if it differs from the default of `message.send`.
    public let history: Bool?
    /// Only if it differs from the default of `message.send`.
    public let roaming: Bool?
    /// Only if it differs from the default of `message.send`.
    public let sync: Bool?
    /// Only if it differs from the default of `message.send`.
    public let persist: Bool?
    /// Only if it differs from the default of `message.send`.
    public let shouldBeCounted: Bool?
    /// Only if it differs from the default of `message.send`.
    public let apnsEnabled: Bool?
    /// Only if it differs from the default of `message.send`.
    public let apnsWithPrefix: Bool?
    /// Only if it differs from the default of `message.send`.
    public let route: Bool?
    /// Only if it differs from the default of `message.send`.
    public let teamReceipt: Bool?
    /// Only if it differs from the default of `message.send`.
    public let exclusiveReactions: Bool?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        clientMsgId = try json.required("clientMsgId")
        conversationID = try json.required("conversationID")
        sessionType = try json.required("sessionType")
        seq = try json.required("seq")
        from = try json.required("from")
        nickname = try json.optional("nickname")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        apnsContent = try json.optional("apnsContent")
        atUserList = try json.optional("atUserList")
        change = try json.optional("change")
        recalled = try json.optional("recalled")
        edited = try json.optional("edited")
        replyTo = try json.optional("replyTo")
        pinned = try json.optional("pinned")
        media = try json.optional("media")
        streamID = try json.optional("streamID")
        broken = try json.optional("broken")
        expireAt = try json.optional("expireAt")
        visibleTo = try json.optional("visibleTo")
        isExpired = try json.optional("isExpired")
        reactions = try json.optional("reactions")
        history = try json.optional("history")
        roaming = try json.optional("roaming")
        sync = try json.optional("sync")
        persist = try json.optional("persist")
        shouldBeCounted = try json.optional("shouldBeCounted")
        apnsEnabled = try json.optional("apnsEnabled")
        apnsWithPrefix = try json.optional("apnsWithPrefix")
        route = try json.optional("route")
        teamReceipt = try json.optional("teamReceipt")
        exclusiveReactions = try json.optional("exclusiveReactions")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("clientMsgId", clientMsgId)
        object.set("conversationID", conversationID)
        object.set("sessionType", sessionType)
        object.set("seq", seq)
        object.set("from", from)
        object.set("nickname", nickname)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("apnsContent", apnsContent)
        object.set("atUserList", atUserList)
        object.set("change", change)
        object.set("recalled", recalled)
        object.set("edited", edited)
        object.set("replyTo", replyTo)
        object.set("pinned", pinned)
        object.set("media", media)
        object.set("streamID", streamID)
        object.set("broken", broken)
        object.set("expireAt", expireAt)
        object.set("visibleTo", visibleTo)
        object.set("isExpired", isExpired)
        object.set("reactions", reactions)
        object.set("history", history)
        object.set("roaming", roaming)
        object.set("sync", sync)
        object.set("persist", persist)
        object.set("shouldBeCounted", shouldBeCounted)
        object.set("apnsEnabled", apnsEnabled)
        object.set("apnsWithPrefix", apnsWithPrefix)
        object.set("route", route)
        object.set("teamReceipt", teamReceipt)
        object.set("exclusiveReactions", exclusiveReactions)
        return .object(object)
    }
}

public struct MessageMedia: JSONRepresentable, Equatable, Sendable {
    /// Its id, for `media.url`.
    public let mediaID: String
    /// `pending`: it waits for a review; of `refused` and `deleted` ones nothing else is told.
    public let state: MessageMediaState
    /// Its media type.
    public let type: String?
    /// As its owner calls it, if it has a name.
    public let name: String?
    /// In bytes.
    public let size: Int?
    /// In pixels, if known.
    public let width: Int?
    /// In pixels, if known.
    public let height: Int?
    /// The id of its small picture, if it has one.
    public let thumbnail: String?

    public init(json: JSON) throws(MartletError) {
        mediaID = try json.required("mediaID")
        state = try json.required("state")
        type = try json.optional("type")
        name = try json.optional("name")
        size = try json.optional("size")
        width = try json.optional("width")
        height = try json.optional("height")
        thumbnail = try json.optional("thumbnail")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("state", state)
        object.set("type", type)
        object.set("name", name)
        object.set("size", size)
        object.set("width", width)
        object.set("height", height)
        object.set("thumbnail", thumbnail)
        return .object(object)
    }
}

public struct OwnedMedia: JSONRepresentable, Equatable, Sendable {
    /// The user who has uploaded it.
    public let owner: String
    /// Its id.
    public let mediaID: String
    /// As it was prepared.
    public let use: MediaUse
    /// How far it is.
    public let state: MediaState
    /// Its media type.
    public let type: String
    /// If it has a name.
    public let name: String?
    /// In bytes.
    public let size: Int
    /// When it was prepared.
    public let time: Int
    /// Of a complete one: `digest` if its bytes are those of `sha256`.
    public let verified: MediaVerified?
    /// In pixels, if known.
    public let width: Int?
    /// In pixels, if known.
    public let height: Int?
    /// The id of its small picture, if it has one.
    public let thumbnail: String?

    public init(json: JSON) throws(MartletError) {
        owner = try json.required("owner")
        mediaID = try json.required("mediaID")
        use = try json.required("use")
        state = try json.required("state")
        type = try json.required("type")
        name = try json.optional("name")
        size = try json.required("size")
        time = try json.required("time")
        verified = try json.optional("verified")
        width = try json.optional("width")
        height = try json.optional("height")
        thumbnail = try json.optional("thumbnail")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("owner", owner)
        object.set("mediaID", mediaID)
        object.set("use", use)
        object.set("state", state)
        object.set("type", type)
        object.set("name", name)
        object.set("size", size)
        object.set("time", time)
        object.set("verified", verified)
        object.set("width", width)
        object.set("height", height)
        object.set("thumbnail", thumbnail)
        return .object(object)
    }
}

public struct Profile: JSONRepresentable, Equatable, Sendable {
    /// The user.
    public let userID: String
    /// The name that others see.
    public let nickname: String
    /// Who may add the user. 0: all; 1: the user is asked; 2: nobody.
    public let allowType: Int
    /// The avatar.
    public let faceUrl: String
    public let selfSignature: Bytes
    /// As it was set.
    public let gender: Int
    /// As it was set.
    public let birthday: Int
    public let location: Bytes
    /// As it was set.
    public let language: Int
    /// As it was set.
    public let level: Int
    /// As it was set.
    public let role: Int
    /// The custom fields that were set, by their names.
    public let customInfo: [String: CustomValue]
    /// Another one after each change; 0: never changed.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        nickname = try json.required("nickname")
        allowType = try json.required("allowType")
        faceUrl = try json.required("faceUrl")
        selfSignature = try json.required("selfSignature")
        gender = try json.required("gender")
        birthday = try json.required("birthday")
        location = try json.required("location")
        language = try json.required("language")
        level = try json.required("level")
        role = try json.required("role")
        customInfo = try json.required("customInfo")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("nickname", nickname)
        object.set("allowType", allowType)
        object.set("faceUrl", faceUrl)
        object.set("selfSignature", selfSignature)
        object.set("gender", gender)
        object.set("birthday", birthday)
        object.set("location", location)
        object.set("language", language)
        object.set("level", level)
        object.set("role", role)
        object.set("customInfo", customInfo)
        object.set("version", version)
        return .object(object)
    }
}

public struct Report: JSONRepresentable, Equatable, Sendable {
    /// The report's id, in digits.
    public let reportID: String
    /// When it was made.
    public let time: Int
    /// How far it is.
    public let state: ReportState
    /// What it is about.
    public let kind: ReportKind
    /// The user who made it; absent: a word of `moderation.queuedWords`.
    public let reporter: String?
    /// The user whom it is about, or who wrote the message.
    public let userID: String?
    /// The message.
    public let msgId: String?
    /// The group.
    public let groupID: String?
    /// The room.
    public let roomID: String?
    /// Why.
    public let reason: ReportReason
    /// The reporter's own words.
    public let text: String
    /// The message, or the facts about the user, group or room, as they were then.
    public let copy: JSON
    /// The operators' note.
    public let note: String
    /// The admin key that has changed the report last.
    public let handledBy: String?
    /// When that was.
    public let handledAt: Int?

    public init(json: JSON) throws(MartletError) {
        reportID = try json.required("reportID")
        time = try json.required("time")
        state = try json.required("state")
        kind = try json.required("kind")
        reporter = try json.optional("reporter")
        userID = try json.optional("userID")
        msgId = try json.optional("msgId")
        groupID = try json.optional("groupID")
        roomID = try json.optional("roomID")
        reason = try json.required("reason")
        text = try json.required("text")
        copy = try json.required("copy")
        note = try json.required("note")
        handledBy = try json.optional("handledBy")
        handledAt = try json.optional("handledAt")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reportID", reportID)
        object.set("time", time)
        object.set("state", state)
        object.set("kind", kind)
        object.set("reporter", reporter)
        object.set("userID", userID)
        object.set("msgId", msgId)
        object.set("groupID", groupID)
        object.set("roomID", roomID)
        object.set("reason", reason)
        object.set("text", text)
        object.set("copy", copy)
        object.set("note", note)
        object.set("handledBy", handledBy)
        object.set("handledAt", handledAt)
        return .object(object)
    }
}

public struct SharedFile: JSONRepresentable, Equatable, Sendable {
    /// The file's id.
    public let fileID: String
    /// The file's name.
    public let name: String
    /// The member who added it.
    public let owner: String
    /// The file's size in bytes.
    public let size: Int
    /// When it was added.
    public let createTime: Int
    /// Only if its bytes are elsewhere.
    public let url: String?

    public init(json: JSON) throws(MartletError) {
        fileID = try json.required("fileID")
        name = try json.required("name")
        owner = try json.required("owner")
        size = try json.required("size")
        createTime = try json.required("createTime")
        url = try json.optional("url")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("fileID", fileID)
        object.set("name", name)
        object.set("owner", owner)
        object.set("size", size)
        object.set("createTime", createTime)
        object.set("url", url)
        return .object(object)
    }
}

public struct StatisticPeriodMessages: JSONRepresentable, Equatable, Sendable {
    public let text: Int?
    public let image: Int?
    public let audio: Int?
    public let video: Int?
    public let location: Int?
    public let notification: Int?
    public let file: Int?
    public let tip: Int?
    public let call: Int?
    public let elements: Int?
    public let merged: Int?
    public let custom: Int?

    public init(json: JSON) throws(MartletError) {
        text = try json.optional("text")
        image = try json.optional("image")
        audio = try json.optional("audio")
        video = try json.optional("video")
        location = try json.optional("location")
        notification = try json.optional("notification")
        file = try json.optional("file")
        tip = try json.optional("tip")
        call = try json.optional("call")
        elements = try json.optional("elements")
        merged = try json.optional("merged")
        custom = try json.optional("custom")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("text", text)
        object.set("image", image)
        object.set("audio", audio)
        object.set("video", video)
        object.set("location", location)
        object.set("notification", notification)
        object.set("file", file)
        object.set("tip", tip)
        object.set("call", call)
        object.set("elements", elements)
        object.set("merged", merged)
        object.set("custom", custom)
        return .object(object)
    }
}

public struct StatisticPeriodPushes: JSONRepresentable, Equatable, Sendable {
    public let accepted: Int?
    public let refused: Int?
    public let unregistered: Int?
    public let expired: Int?

    public init(json: JSON) throws(MartletError) {
        accepted = try json.optional("accepted")
        refused = try json.optional("refused")
        unregistered = try json.optional("unregistered")
        expired = try json.optional("expired")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("accepted", accepted)
        object.set("refused", refused)
        object.set("unregistered", unregistered)
        object.set("expired", expired)
        return .object(object)
    }
}

public struct StatisticPeriod: JSONRepresentable, Equatable, Sendable {
    /// When the hour or the day began, UTC.
    public let time: Int
    /// Users who have opened a session or sent a message.
    public let activeUsers: Int
    /// Accounts that were made.
    public let newUsers: Int
    /// Groups that were made.
    public let groups: Int
    /// Live rooms that were made.
    public let rooms: Int
    /// Reports that were made.
    public let reports: Int
    /// The most sessions at a time, looked at once a second.
    public let peakSessions: Int
    /// Messages in conversations, the gateway's notifications included.
    public let messageCount: Int
    /// The same by kind; absent: none.
    public let messages: StatisticPeriodMessages
    /// Pushes by what has become of them; absent: none.
    public let pushes: StatisticPeriodPushes

    public init(json: JSON) throws(MartletError) {
        time = try json.required("time")
        activeUsers = try json.required("activeUsers")
        newUsers = try json.required("newUsers")
        groups = try json.required("groups")
        rooms = try json.required("rooms")
        reports = try json.required("reports")
        peakSessions = try json.required("peakSessions")
        messageCount = try json.required("messageCount")
        messages = try json.required("messages")
        pushes = try json.required("pushes")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("time", time)
        object.set("activeUsers", activeUsers)
        object.set("newUsers", newUsers)
        object.set("groups", groups)
        object.set("rooms", rooms)
        object.set("reports", reports)
        object.set("peakSessions", peakSessions)
        object.set("messageCount", messageCount)
        object.set("messages", messages)
        object.set("pushes", pushes)
        return .object(object)
    }
}

public struct StreamedEvent: JSONRepresentable, Equatable, Sendable {
    /// The event's number in its stream.
    public let seq: Int
    /// The event's name.
    public let event: String
    /// The event's data.
    public let data: JSON

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
        event = try json.required("event")
        data = try json.required("data")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        object.set("event", event)
        object.set("data", data)
        return .object(object)
    }
}

public struct SubscriptionEventDetail: JSONRepresentable, Equatable, Sendable {
    public let eventValue: Int
    public let changeTime: Int
    public let platform: Int

    public init(json: JSON) throws(MartletError) {
        eventValue = try json.required("eventValue")
        changeTime = try json.required("changeTime")
        platform = try json.required("platform")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("eventValue", eventValue)
        object.set("changeTime", changeTime)
        object.set("platform", platform)
        return .object(object)
    }
}

public struct SubscriptionEventStatus: JSONRepresentable, Equatable, Sendable {
    /// The line.
    public let text: String
    /// Until when it is shown. Absent: until it is changed.
    public let until: Int?

    public init(json: JSON) throws(MartletError) {
        text = try json.required("text")
        until = try json.optional("until")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("text", text)
        object.set("until", until)
        return .object(object)
    }
}

public struct SubscriptionEvent: JSONRepresentable, Equatable, Sendable {
    /// The followed user.
    public let userId: String
    /// As in `subscription.query`.
    public let subscribeType: Int
    /// Since when the caller follows the user.
    public let subscribeTime: Int
    /// For how many seconds.
    public let expiry: Int
    /// With types 1 and 3: for each platform whether the user is online there, and since when.
    public let details: [SubscriptionEventDetail]?
    /// With types 1 and 3: as the user has set it.
    public let status: SubscriptionEventStatus?
    public let userProfile: HostedProfile?

    public init(json: JSON) throws(MartletError) {
        userId = try json.required("userId")
        subscribeType = try json.required("subscribeType")
        subscribeTime = try json.required("subscribeTime")
        expiry = try json.required("expiry")
        details = try json.optional("details")
        status = try json.optional("status")
        userProfile = try json.optional("userProfile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("subscribeType", subscribeType)
        object.set("subscribeTime", subscribeTime)
        object.set("expiry", expiry)
        object.set("details", details)
        object.set("status", status)
        object.set("userProfile", userProfile)
        return .object(object)
    }
}

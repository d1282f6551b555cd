// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// What is given to calls within their parameters.
import MartletCore

public struct MessageSendApnsMemberOption: JSONRepresentable, Equatable, Sendable {
    public var forcePush: Bool?
    public var userIds: [String]?
    public var apnsContent: String?

    public init(
        forcePush: Bool? = nil, userIds: [String]? = nil, apnsContent: String? = nil
    ) {
        self.forcePush = forcePush
        self.userIds = userIds
        self.apnsContent = apnsContent
    }

    public init(json: JSON) throws(MartletError) {
        forcePush = try json.optional("forcePush")
        userIds = try json.optional("userIds")
        apnsContent = try json.optional("apnsContent")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("forcePush", forcePush)
        object.set("userIds", userIds)
        object.set("apnsContent", apnsContent)
        return .object(object)
    }
}

public struct MessageSendApnsPayload: JSONRepresentable, Equatable, Sendable {
    public var sound: String?
    public var badge: Bool?
    public var channel: String?
    public var category: String?
    public var collapseId: String?
    public var subtitle: String?
    public var thread: String?
    public var custom: JSON?

    public init(
        sound: String? = nil, badge: Bool? = nil, channel: String? = nil, category: String? = nil,
        collapseId: String? = nil, subtitle: String? = nil, thread: String? = nil, custom: JSON? = nil
    ) {
        self.sound = sound
        self.badge = badge
        self.channel = channel
        self.category = category
        self.collapseId = collapseId
        self.subtitle = subtitle
        self.thread = thread
        self.custom = custom
    }

    public init(json: JSON) throws(MartletError) {
        sound = try json.optional("sound")
        badge = try json.optional("badge")
        channel = try json.optional("channel")
        category = try json.optional("category")
        collapseId = try json.optional("collapseId")
        subtitle = try json.optional("subtitle")
        thread = try json.optional("thread")
        custom = try json.optional("custom")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("sound", sound)
        object.set("badge", badge)
        object.set("channel", channel)
        object.set("category", category)
        object.set("collapseId", collapseId)
        object.set("subtitle", subtitle)
        object.set("thread", thread)
        object.set("custom", custom)
        return .object(object)
    }
}

public struct MessageSendReplyTo: JSONRepresentable, Equatable, Sendable {
    public var msgId: String

    public init(
        msgId: String
    ) {
        self.msgId = msgId
    }

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        return .object(object)
    }
}

public struct ProfileModifySelfValues: JSONRepresentable, Equatable, Sendable {
    public var nickname: String?
    public var faceUrl: String?
    public var allowType: Int?
    public var gender: Int?
    public var birthday: Int?
    public var language: Int?
    public var level: Int?
    public var role: Int?
    public var location: CustomValue?
    public var selfSignature: CustomValue?
    /// The members that have no names here.
    public var others: [String: JSON]

    public init(
        nickname: String? = nil, faceUrl: String? = nil, allowType: Int? = nil, gender: Int? = nil,
        birthday: Int? = nil, language: Int? = nil, level: Int? = nil, role: Int? = nil, location: CustomValue? = nil,
        selfSignature: CustomValue? = nil, others: [String: JSON] = [:]
    ) {
        self.nickname = nickname
        self.faceUrl = faceUrl
        self.allowType = allowType
        self.gender = gender
        self.birthday = birthday
        self.language = language
        self.level = level
        self.role = role
        self.location = location
        self.selfSignature = selfSignature
        self.others = others
    }

    public init(json: JSON) throws(MartletError) {
        nickname = try json.optional("nickname")
        faceUrl = try json.optional("faceUrl")
        allowType = try json.optional("allowType")
        gender = try json.optional("gender")
        birthday = try json.optional("birthday")
        language = try json.optional("language")
        level = try json.optional("level")
        role = try json.optional("role")
        location = try json.optional("location")
        selfSignature = try json.optional("selfSignature")
        others = try json.others(than: [
            "nickname", "faceUrl", "allowType", "gender", "birthday", "language", "level", "role", "location",
            "selfSignature",
        ])
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("nickname", nickname)
        object.set("faceUrl", faceUrl)
        object.set("allowType", allowType)
        object.set("gender", gender)
        object.set("birthday", birthday)
        object.set("language", language)
        object.set("level", level)
        object.set("role", role)
        object.set("location", location)
        object.set("selfSignature", selfSignature)
        for (name, value) in others { object[name] = value }
        return .object(object)
    }
}

public struct FriendModifyValues: JSONRepresentable, Equatable, Sendable {
    public var remark: String?
    public var groups: [String]?
    /// The members that have no names here.
    public var others: [String: JSON]

    public init(
        remark: String? = nil, groups: [String]? = nil, others: [String: JSON] = [:]
    ) {
        self.remark = remark
        self.groups = groups
        self.others = others
    }

    public init(json: JSON) throws(MartletError) {
        remark = try json.optional("remark")
        groups = try json.optional("groups")
        others = try json.others(than: [
            "remark", "groups",
        ])
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("remark", remark)
        object.set("groups", groups)
        for (name, value) in others { object[name] = value }
        return .object(object)
    }
}

public struct GroupSetValuesValue: JSONRepresentable, Equatable, Sendable {
    public var key: String
    public var value: String?
    public var ifVersion: Int?

    public init(
        key: String, value: String? = nil, ifVersion: Int? = nil
    ) {
        self.key = key
        self.value = value
        self.ifVersion = ifVersion
    }

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.optional("value")
        ifVersion = try json.optional("ifVersion")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("ifVersion", ifVersion)
        return .object(object)
    }
}

public struct GroupSetValuesCounter: JSONRepresentable, Equatable, Sendable {
    public var name: String
    public var sum: Int?

    public init(
        name: String, sum: Int? = nil
    ) {
        self.name = name
        self.sum = sum
    }

    public init(json: JSON) throws(MartletError) {
        name = try json.required("name")
        sum = try json.optional("sum")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("name", name)
        object.set("sum", sum)
        return .object(object)
    }
}

public struct GroupPutFileData: JSONRepresentable, Equatable, Sendable {
    public var b: String

    public init(
        b: String
    ) {
        self.b = b
    }

    public init(json: JSON) throws(MartletError) {
        b = try json.required("b")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("b", b)
        return .object(object)
    }
}

public struct RoomSetValuesValue: JSONRepresentable, Equatable, Sendable {
    public var key: String
    public var value: String?
    public var ifVersion: Int?
    public var isTransient: Bool?

    public init(
        key: String, value: String? = nil, ifVersion: Int? = nil, isTransient: Bool? = nil
    ) {
        self.key = key
        self.value = value
        self.ifVersion = ifVersion
        self.isTransient = isTransient
    }

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.optional("value")
        ifVersion = try json.optional("ifVersion")
        isTransient = try json.optional("isTransient")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("ifVersion", ifVersion)
        object.set("isTransient", isTransient)
        return .object(object)
    }
}

import Client
import JSON
import Testing

/// The result of an operation for one user.
struct UserResult: Equatable {
    let user: String
    let code: Int
    let info: String

    init(_ json: JSONValue) throws {
        user = try #require(json["userID"]?.string)
        code = try #require(json["code"]?.int)
        info = try #require(json["info"]?.string)
        #expect(code == 0 || !info.isEmpty)
    }
}

/// A friend as the list shows one. What is to be in each is required to be.
struct Friend: Equatable {
    let user: String
    var remark: String
    var groups: [String]
    let wording: String
    let source: String
    let time: Int
    /// JSON texts by name.
    var custom: [String: String]
    /// A JSON text.
    let profile: String

    init(_ json: JSONValue) throws {
        user = try #require(json["userID"]?.string)
        remark = try #require(json["remark"]?.string)
        groups = try #require(json["groups"]?.elements).map { try #require($0.string) }
        wording = try #require(json["addWording"]?.string)
        source = try #require(json["addSource"]?.string)
        time = try #require(json["addTime"]?.int)
        custom = try texts(of: #require(json["customInfo"]))
        let profile = try #require(json["profile"])
        #expect(profile["userID"]?.string == user)
        self.profile = profile.text
    }
}

/// A friend request.
struct Pendency: Equatable {
    let user: String
    let time: Int
    let source: String
    let wording: String
    let nickname: String
    /// 1: got; 2: made.
    let type: Int

    init(_ json: JSONValue) throws {
        user = try #require(json["userID"]?.string)
        time = try #require(json["addTime"]?.int)
        source = try #require(json["addSource"]?.string)
        wording = try #require(json["addWording"]?.string)
        nickname = try #require(json["nickname"]?.string)
        type = try #require(json["type"]?.int)
    }
}

struct PendencyPage: Equatable {
    let items: [Pendency]
    let seq: Int
    let timestamp: Int
    let unread: Int

    init(_ json: JSONValue) throws {
        items = try #require(json["items"]?.elements).map { try Pendency($0) }
        seq = try #require(json["seq"]?.int)
        timestamp = try #require(json["timestamp"]?.int)
        unread = try #require(json["unreadCount"]?.int)
    }

    var users: [String] { items.map(\.user) }
}

struct Blocked: Equatable {
    let user: String
    let time: Int

    init(_ json: JSONValue) throws {
        user = try #require(json["userID"]?.string)
        time = try #require(json["addTime"]?.int)
    }
}

struct FriendGroup: Equatable {
    let name: String
    let friends: [String]

    init(_ name: String, _ friends: [String] = []) {
        (self.name, self.friends) = (name, friends)
    }

    init(_ json: JSONValue) throws {
        name = try #require(json["name"]?.string)
        friends = try #require(json["friends"]?.elements).map { try #require($0.string) }
        #expect(json["userCnt"]?.int == friends.count)
    }
}

/// The members of an object: their JSON texts by name.
func texts(of object: JSONValue) throws -> [String: String] {
    let members = try #require(object.members).map { (try #require($0.key.string), $0.value.text) }
    return Dictionary(uniqueKeysWithValues: members)
}

/// What users have set in a profile: all but the version, which is another after each change.
func fields(of profile: JSONValue) throws -> [String: String] {
    try texts(of: profile).filter { $0.key != "version" }
}

extension ClientSession {
    /// The events since the last call, in order, a line each: see `ServerEvent.eventLines`.
    /// Without changes of groups' conversations, since every event of a group causes one.
    func eventLines() throws -> [String] { try callbacks().eventLines }

    func callbacks() throws -> [ServerEvent] { try settle().filter { !$0.isOfGroupConversation } }
}

extension Sequence<ServerEvent> {
    var eventLines: [String] {
        get throws { try map { try $0.eventLines } }
    }
}

extension ServerEvent {
    /// A notification, or what became of the list.
    var isOfGroupConversation: Bool {
        if name == "message.new" { return data["type"]?.int == 5 }
        let ids = data["conversations"]?.elements?.map { $0["conversationID"]?.string?.hasPrefix("group_") ?? false }
        return ids.map { !$0.isEmpty && $0.allSatisfy { $0 } } ?? false
    }

    /// `1: bob, carol` for `friend.changed` of type 1, `3: bob` for a request made and `3: from bob` for one that was got,
    /// `self 5: bob` for a copy, `profile: bob`, `conversations: bob`, or the event's name. Of friend groups, `groups: +a -b c>d
    /// c(+bob -eve)` tells what was made, deleted and renamed, and who came in and went out. Whatever is said in no other way is checked here: what each kind has, and what it must not have.
    var eventLines: String {
        get throws {
            switch name {
            case "friend.changed": return try relation
            case "profile.changed":
                #expect(data.keys == ["type", "fromUser", "nickname", "faceUrl", "version"] && data["type"]?.int == 1)
                #expect(stream == "user" && seq != nil)
                return "profile: \(try #require(data["fromUser"]?.string))"
            case "conversation.changed":
                return "conversations: \(try conversations.map(\.userID).joined(separator: ", "))"
            case "friendGroup.changed": return try groups
            case let name where name.hasPrefix("group."): return try groupEventLine
            default: return name
            }
        }
    }

    private var groups: String {
        get throws {
            #expect(data.keys.subtracting(["renamed"]) == ["self", "version", "created", "deleted", "groups"])
            #expect(data["self"]?.bool == true && stream == nil && seq == nil)
            func strings(_ list: JSONValue?, _ sign: String) throws -> [String] {
                try #require(list?.elements).map { sign + (try #require($0.string)) }
            }
            var parts = try strings(data["created"], "+") + strings(data["deleted"], "-")
            if let renamed = data["renamed"] {
                parts.append("\(try #require(renamed["from"]?.string))>\(try #require(renamed["to"]?.string))")
            }
            for group in try #require(data["groups"]?.elements) {
                #expect(group.keys == ["name", "added", "removed"])
                let friends = try strings(group["added"], "+") + strings(group["removed"], "-")
                parts.append("\(try #require(group["name"]?.string))(\(friends.joined(separator: " ")))")
            }
            return "groups: \(parts.joined(separator: " "))"
        }
    }

    private var relation: String {
        get throws {
            let type = try #require(data["type"]?.int)
            let isOwn = data["self"]?.bool
            #expect(isOwn == nil || isOwn == true)
            #expect(isOwn == nil ? (1...4).contains(type) : (4...8).contains(type))
            #expect((stream == "user" && seq != nil) == (isOwn == nil))
            var members: Set = ["type", "users", type == 3 || type == 4 || type == 7 ? "pendencySeq" : "version"]
            if isOwn != nil { members.insert("self") }
            if type == 7 { members.insert("unreadCount") }
            #expect(data.keys == members)
            let users = try #require(data["users"]?.elements).map { try mention($0, type) }
            if type == 7 { return "self 7: \(try #require(data["unreadCount"]?.int))" }
            return "\(isOwn == nil ? "" : "self ")\(type): \(users.joined(separator: ", "))"
        }
    }

    /// Requests that the receiver has got, and not made, are marked.
    private func mention(_ user: JSONValue, _ type: Int) throws -> String {
        var members: Set = ["userID"]
        if type == 3 { members.formUnion(["addWording", "addSource"]) }
        if type == 3 || type == 4 { members.insert("pendencyType") }
        #expect(user.keys == members)
        let userID = try #require(user["userID"]?.string)
        guard type == 3 || type == 4 else { return userID }
        let pendencyType = try #require(user["pendencyType"]?.int)
        #expect(pendencyType == 1 || pendencyType == 2)
        return pendencyType == 1 ? "from \(userID)" : userID
    }
}

import Client
import JSON
import Testing

/// A group as the gateway shows it. What is to be in each is required to be, and nothing else.
struct GroupDetails {
    let id: String
    let name: String
    let description: String
    let avatar: String
    let ext: String
    let style: Int
    let needsConfirmation: Bool
    let maxUsers: Int
    /// Join, invite, be-invite, update-info.
    let modes: [Int]
    let owner: String
    let memberCount: Int
    let isAllMuted: Bool
    let isDisabled: Bool
    let createTime: Int
    let role: Int
    let admins: [String]
    /// Of members.
    let isBlocked: Bool?
    let isWhiteListed: Bool?
    /// Where they were asked for.
    let members: [String]?
    /// For owner and admins.
    let whiteList: [String]?
    let muted: [String: Int]?

    static let ofAll: Set = [
        "groupID", "kind", "name", "description", "avatar", "ext", "style", "isInviteNeedConfirm", "maxUsers",
        "joinMode",
        "inviteMode", "beInviteMode", "updateInfoMode", "historyForNew", "receipts", "owner", "memberCount",
        "isAllMemberMuted",
        "disabled", "createTime",
    ]

    init(_ json: JSONValue) throws {
        id = try #require(json["groupID"]?.string)
        name = try #require(json["name"]?.string)
        description = try #require(json["description"]?.string)
        avatar = try #require(json["avatar"]?.string)
        ext = try #require(json["ext"]?.string)
        style = try #require(json["style"]?.int)
        needsConfirmation = try #require(json["isInviteNeedConfirm"]?.bool as Bool?)
        maxUsers = try #require(json["maxUsers"]?.int)
        modes = try ["joinMode", "inviteMode", "beInviteMode", "updateInfoMode"].map {
            try #require(json.member($0)?.int)
        }
        owner = try #require(json["owner"]?.string)
        memberCount = try #require(json["memberCount"]?.int)
        isAllMuted = try #require(json["isAllMemberMuted"]?.bool as Bool?)
        isDisabled = try #require(json["disabled"]?.bool as Bool?)
        createTime = try #require(json["createTime"]?.int)
        role = try #require(json["permissionType"]?.int)
        admins = try #require(json["adminList"]?.elements).map { try #require($0.string) }
        isBlocked = json["isBlocked"]?.bool
        isWhiteListed = json["isInWhiteList"]?.bool
        members = json["members"]?.elements?.compactMap(\.string)
        whiteList = json["whiteList"]?.elements?.compactMap(\.string)
        muted = try json["muteList"]?.elements.map { list in
            let muted = try list.map { (try #require($0["userID"]?.string), try #require($0["muteExpire"]?.int)) }
            return Dictionary(uniqueKeysWithValues: muted)
        }
        #expect(json["kind"]?.string == "team")
        let own = Self.ofAll.union(["permissionType", "adminList"])
        let ofMembers: Set = ["seq", "isBlocked", "isInWhiteList", "self"]
        let ofLeaders: Set = ["whiteList", "muteList"]
        let due = role < 0 ? own : role == 0 ? own.union(ofMembers) : own.union(ofMembers).union(ofLeaders)
        #expect(json.keys.subtracting(["members", "nicknames"]) == due)
        #expect(json["self"]?["role"]?.int == (role < 0 ? nil : role))
        #expect(json["self"]?["isBlocked"]?.bool == isBlocked && json["self"]?["isInWhiteList"]?.bool == isWhiteListed)
    }
}

extension ServerEvent {
    /// `didJoin inviter=alice message=hi`, `muteListDidUpdate added=bob,carol muteExpire=-1` (a time is told as `soon`); a copy
    /// begins with `self`, and what concerns another group than the first made ends with `@2`. Groups and files are told by
    /// their names. What each kind has, and in which stream it is, is checked here.
    var groupEventLine: String {
        get throws {
            let short = String(name.dropFirst("group.".count))
            let kind = try #require(Self.kinds[short], "\(name)")
            let id = try #require(data["groupID"]?.string)
            let isOwn = data["self"]?.bool
            #expect(isOwn == nil || isOwn == true)
            #expect(stream == (kind.isOfAll && isOwn == nil ? "group_\(id)" : "user") && seq != nil)
            let said = data.keys.subtracting(["groupID", "self"])
            #expect(kind.members.contains(said), "\(name) has \(said)")
            var words = [short]
            for member in kind.members.joined().sorted() where !Self.ofInvitedGroup.contains(member) {
                if let value = data.member(member) { words.append("\(member)=\(word(value, of: member))") }
            }
            if isOwn != nil { words.insert("self", at: 0) }
            if id != "1" { words.append("@\(id)") }
            return words.joined(separator: " ")
        }
    }

    private func word(_ value: JSONValue, of member: String) -> String {
        if let name = value["name"]?.string, member == "group" || member == "added" { return name }
        if member == "muteExpire", let time = value.int, time >= 0 { return "soon" }
        if let elements = value.elements { return elements.compactMap(\.string).joined(separator: ",") }
        return value.string ?? value.text
    }

    /// The properties of the group in an invitation.
    private static let ofInvitedGroup: Set = ["name", "avatar", "memberCount"]

    private static let kinds: [String: (isOfAll: Bool, members: [Set<String>])] = [
        "invitationDidReceive": (false, [["inviter", "message", "name", "avatar", "memberCount"]]),
        "invitationDidAccept": (false, [["invitee"]]),
        "invitationDidDecline": (false, [["invitee", "reason"]]),
        "joinRequestDidReceive": (false, [["user", "reason"]]),
        "joinRequestDidApprove": (false, [["applicant", "operator"]]),
        "joinRequestDidDecline": (false, [["reason", "decliner", "applicant"]]),
        "didJoin": (false, [["inviter", "message"]]),
        "didLeave": (false, [["reason"]]),
        "userDidJoin": (true, [["user"]]),
        "userDidLeave": (true, [["user"]]),
        "muteListDidUpdate": (false, [["added", "muteExpire"], ["removed"]]),
        "whiteListDidUpdate": (false, [["added"], ["removed"]]),
        "allMemberMuteChanged": (true, [["isAllMemberMuted"]]),
        "adminListDidUpdate": (false, [["added"], ["removed"]]),
        "ownerDidUpdate": (false, [["newOwner", "oldOwner"]]),
        "announcementDidUpdate": (true, [["announcement"]]),
        "fileListDidUpdate": (true, [["added"], ["removed"]]),
        "specificationDidUpdate": (true, [["group"]]),
        "notifyStateChanged": (false, [["state"]]), "blockChanged": (false, [["isBlocked"]]),
        "attributesChangedOfMember": (true, [["userID", "attributes", "operatorID"]]),
    ]
}

import Chat
import ClientProtocol
import Domain
import JSON

/// The events and objects of groups as JSON (docs/groups.md).
extension JSONWriter {
    /// G-34, G-Q22: the details of a group. Members also see themselves; owner and admins, its mute and white lists.
    mutating func details(_ details: GroupDetails, withNicknames: Bool) {
        specification(details.view)
        field("permissionType", details.role?.rawValue ?? -1)
        users("adminList", details.admins)
        if let seq = details.seq { field("seq", seq) }
        guard let own = details.own else { return }
        field("isBlocked", own.isBlocking)
        field("isInWhiteList", own.isWhiteListed)
        object("self") { json in
            json.field("role", own.role.rawValue)
            json.field("muteExpire", own.muteUntil)
            json.field("isBlocked", own.isBlocking)
            json.field("isInWhiteList", own.isWhiteListed)
            json.field("notifyState", own.notify.rawValue)
            json.field("nickname", own.nickname)
            json.field("joinTime", own.joinedAt)
        }
        if let members = details.members {
            users("members", members)
            if withNicknames { nicknames(details.nicknames) }
        }
        if let whiteList = details.whiteList { users("whiteList", whiteList) }
        if let muted = details.muted { muteList(muted) }
    }

    mutating func muteList(_ muted: [(user: UserID, until: Milliseconds)]) {
        array("muteList") { json in
            for (user, until) in muted {
                json.object { json in
                    json.field("userID", user.text)
                    json.field("muteExpire", until)
                }
            }
        }
    }

    mutating func nicknames(_ nicknames: [String: String]) {
        object("nicknames") { json in
            for (user, nickname) in nicknames.sorted(by: { $0.key < $1.key }) {
                json.key(text: user)
                json.value(nickname)
            }
        }
    }
}

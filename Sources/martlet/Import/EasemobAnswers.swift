import JSON

/// Answers of Easemob's REST API.
enum EasemobAnswers {
    static func lines(of saved: SavedAnswer) -> [String]? {
        let parts = saved.parts.map(String.init)
        if let place = parts.firstIndex(of: "chatgroups"), place + 1 < parts.count {
            return lines(of: saved, list: parts[(place + 2)...].joined(separator: "/"), ofGroup: parts[place + 1])
        }
        let end = Array((["", "", ""] + parts).suffix(3))
        switch (end[0], end[1], end[2]) {
        case (let user, "contacts", "users"): return [friends(of: user, saved.list("data"))]
        case ("user", let user, "contacts"): return [friends(of: user, (saved.answer["data"]?["contacts"]).list)]
        case (let user, "blocks", "users"): return [blacklist(of: user, saved.list("data").compactMap(\.identifier))]
        case ("metadata", "user", let user): return [profile(of: user, saved.answer["data"])]
        case (_, _, "users"): return saved.list("entities").map(account)
        default: return nil
        }
    }

    private static func lines(of saved: SavedAnswer, list: String, ofGroup id: String) -> [String]? {
        let users = saved.list("data").compactMap(\.identifier)
        switch list {
        case "": return saved.list("data").flatMap(group)
        case "users": return [members(of: id, saved.list("data").compactMap { $0["member"]?.identifier })]
        case "admin": return [members(of: id, users) { $0.field("role", "admin") }]
        case "mute": return [mutes(of: id, saved.list("data"))]
        case "white/users": return [members(of: id, users) { $0.field("isWhiteListed", true) }]
        default: return nil
        }
    }

    private static func account(_ entity: JSONValue) -> String {
        ImportLine.make("account") { json in
            copyText("userID", entity["username"], into: &json)
            copyText("nickname", entity["nickname"], into: &json)
            if entity["activated"]?.bool == false { json.field("disabled", true) }
        }
    }

    private static func profile(of user: String, _ data: JSONValue?) -> String {
        ImportLine.make("profile") { json in
            json.field("userID", user)
            json.object("values") { json in
                copyText("nickname", data?["nickname"], into: &json)
                copyText("faceUrl", data?["avatarurl"], into: &json)
                copyText("selfSignature", data?["sign"], into: &json)
                copyNumber("gender", data?["gender"], into: &json)
            }
        }
    }

    /// Of each its id alone, or with the remark.
    private static func friends(of user: String, _ contacts: [JSONValue]) -> String {
        ImportLine.make("friends") { json in
            json.field("userID", user)
            json.array("friends") { json in
                for contact in contacts {
                    json.object { json in
                        copyText("userID", contact["username"] ?? contact, into: &json)
                        copyText("remark", contact["remark"], into: &json)
                    }
                }
            }
        }
    }

    private static func blacklist(of user: String, _ ids: [String]) -> String {
        ImportLine.make("blacklist") { json in
            json.field("userID", user)
            writeUsers("users", ids, into: &json)
        }
    }

    private static func group(_ info: JSONValue) -> [String] {
        guard let id = info["id"]?.identifier else { return [] }
        let (isPublic, needsApproval) = (info["public"]?.bool == true, info["membersonly"]?.bool == true)
        let style = isPublic ? (needsApproval ? 2 : 3) : (info["allowinvites"]?.bool == true ? 1 : 0)
        let people = info["affiliations"].list
        let group = ImportLine.make("group") { json in
            json.field("id", id)
            copyText("owner", info["owner"] ?? people.compactMap { $0["owner"] }.first, into: &json)
            copyText("name", info["name"], into: &json)
            copyText("description", info["description"], into: &json)
            copyText("avatar", info["avatar"], into: &json)
            copyText("ext", info["custom"], into: &json)
            copyText("announcement", info["announcement"], into: &json)
            json.field("style", style)
            copyNumber("maxUsers", info["maxusers"], into: &json)
            if info["mute"]?.bool == true { json.field("mute", 1) }
            if info["disabled"]?.bool == true { json.field("disabled", true) }
        }
        let ids = people.compactMap { $0["member"]?.identifier }
        return [group] + (ids.isEmpty ? [] : [members(of: id, ids)])
    }

    private static func members(
        of group: String, _ ids: [String], _ more: (inout JSONWriter) -> Void = { _ in }
    ) -> String {
        ImportLine.make("members") { json in
            json.field("group", group)
            writeUsers("members", ids, into: &json, more)
        }
    }

    private static func mutes(of group: String, _ list: [JSONValue]) -> String {
        ImportLine.make("members") { json in
            json.field("group", group)
            json.array("members") { json in
                for mute in list {
                    json.object { json in
                        copyText("userID", mute["user"], into: &json)
                        // Milliseconds there; -1: for ever.
                        let isForEver = mute["expire"]?.int64 == -1
                        copyNumber("mutedUntil", mute["expire"], dividedBy: isForEver ? 1 : 1000, into: &json)
                    }
                }
            }
        }
    }
}

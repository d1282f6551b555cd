import JSON

/// Answers of NetEase IM's server API (the one of `.action`).
enum NetEaseAnswers {
    static func lines(of saved: SavedAnswer) -> [String]? {
        if saved.isCall("user/getUinfos.action") { return saved.list("uinfos").flatMap(account) }
        if saved.isCall("friend/get.action") { return [friends(saved)] }
        if saved.isCall("user/listBlackAndMuteList.action") { return relations(saved) }
        if saved.isCall("superteam/getTinfos.action") { return saved.list("tinfos").flatMap { team($0, "superTeam") } }
        if saved.isCall("team/queryDetail.action") { return saved.answer["tinfo"].map { team($0, "team") } ?? [] }
        return nil
    }

    private static func account(_ info: JSONValue) -> [String] {
        let account = ImportLine.make("account") { json in
            copyText("userID", info["accid"], into: &json)
            copyText("nickname", info["name"], into: &json)
            copyText("faceUrl", info["icon"], into: &json)
        }
        let hasSign = info["sign"]?.string.map(\.isEmpty) == false
        guard hasSign || (info["gender"]?.int64 ?? 0) != 0 else { return [account] }
        let profile = ImportLine.make("profile") { json in
            copyText("userID", info["accid"], into: &json)
            json.object("values") { json in
                copyText("selfSignature", info["sign"], into: &json)
                copyNumber("gender", info["gender"], into: &json)
            }
        }
        return [account, profile]
    }

    private static func friends(_ saved: SavedAnswer) -> String {
        ImportLine.make("friends") { json in
            json.field("userID", saved.parameter("accid"))
            json.array("friends") { json in
                for friend in saved.list("friends") {
                    json.object { json in
                        copyText("userID", friend["faccid"], into: &json)
                        copyText("remark", friend["alias"], into: &json)
                        copyNumber("addTime", friend["createtime"], dividedBy: 1000, into: &json)
                    }
                }
            }
        }
    }

    private static func relations(_ saved: SavedAnswer) -> [String] {
        let user = saved.parameter("accid")
        let blacklist = ImportLine.make("blacklist") { json in
            json.field("userID", user)
            writeUsers("users", saved.list("blacklist").compactMap(\.identifier), into: &json)
        }
        let muted = saved.list("mutelist").compactMap(\.identifier)
        return [blacklist]
            + muted.map { ImportLine.left("\(user) has muted \($0)", "use conversation.setC2CReceiveOpt") }
    }

    private static func team(_ info: JSONValue, _ kind: StaticString) -> [String] {
        guard let id = info["tid"]?.identifier else { return [] }
        let membersInvite = info["invitemode"]?.identifier == "1"
        let style =
            switch info["joinmode"]?.identifier {
            case "0": 3
            case "1": 2
            // Nobody can ask to join.
            default: membersInvite ? 1 : 0
            }
        let group = ImportLine.make("group") { json in
            json.field("id", id)
            json.field("kind", kind)
            copyText("owner", person(info["owner"]), into: &json)
            copyText("name", info["tname"], into: &json)
            copyText("description", info["intro"], into: &json)
            copyText("avatar", info["icon"], into: &json)
            copyText("announcement", info["announcement"], into: &json)
            copyText("ext", info["custom"], into: &json)
            json.field("style", style)
            copyNumber("maxUsers", info["maxusers"], into: &json)
            copyNumber("beInviteMode", info["beinvitemode"], into: &json)
            copyNumber("updateInfoMode", info["uptinfomode"], into: &json)
            if info["mute"]?.bool == true { json.field("mute", 1) }
        }
        guard style > 1 && membersInvite else { return [group] + members(of: id, info) }
        let left = ImportLine.left(
            "inviting by all members of \(id)", "owner and admins invite into a group that users can join")
        return [group] + members(of: id, info) + [left]
    }

    /// Teams have their members as objects, super teams as ids.
    private static func person(_ value: JSONValue?) -> JSONValue? { value?["accid"] ?? value }

    private static func members(of id: String, _ info: JSONValue) -> [String] {
        let (admins, ordinary) = (info["admins"].list, info["members"].list)
        guard !admins.isEmpty || !ordinary.isEmpty else { return [] }
        let line = ImportLine.make("members") { json in
            json.field("group", id)
            json.array("members") { json in
                for (list, isAdmin) in [(admins, true), (ordinary, false)] {
                    for member in list {
                        json.object { json in
                            copyText("userID", person(member), into: &json)
                            if isAdmin { json.field("role", "admin") }
                            copyText("nickname", member["nick"], into: &json)
                            if member["mute"]?.bool == true { json.field("mutedUntil", -1) }
                        }
                    }
                }
            }
        }
        return [line]
    }
}

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
        func person(_ value: JSONValue?) -> JSONValue? { value?["accid"] ?? value }
        let group = ImportLine.make("group") { json in
            json.field("id", id)
            json.field("kind", kind)
            copyText("owner", person(info["owner"]), into: &json)
            copyText("name", info["tname"], into: &json)
            copyText("description", info["intro"], into: &json)
            copyText("avatar", info["icon"], into: &json)
            copyText("announcement", info["announcement"], into: &json)
            copyText("ext", info["custom"], into: &json)
            copyNumber("maxUsers", info["maxusers"], into: &json)
            copyNumber("joinMode", info["joinmode"], into: &json)
            copyNumber("inviteMode", info["invitemode"], into: &json)
            copyNumber("beInviteMode", info["beinvitemode"], into: &json)
            copyNumber("updateInfoMode", info["uptinfomode"], into: &json)
            if info["mute"]?.bool == true { json.field("mute", 1) }
        }
        let (admins, ordinary) = (info["admins"].list, info["members"].list)
        guard !admins.isEmpty || !ordinary.isEmpty else { return [group] }
        let members = ImportLine.make("members") { json in
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
        return [group, members]
    }
}

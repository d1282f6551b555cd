import JSON

/// Answers of RongCloud's server API. It knows the members of a group, and neither its owner nor more than its name: the
/// groups are lines of the application's own.
enum RongCloudAnswers {
    static func lines(of saved: SavedAnswer) -> [String]? {
        if saved.isCall("user/info.json") { return [account(saved)] }
        if saved.isCall("friend/get.json") { return [friends(saved)] }
        if saved.isCall("user/blacklist/query.json") { return [blacklist(saved)] }
        if saved.isCall("group/user/query.json") { return [members(saved)] }
        return nil
    }

    private static func account(_ saved: SavedAnswer) -> String {
        ImportLine.make("account") { json in
            json.field("userID", saved.parameter("userId"))
            copyText("nickname", saved.answer["userName"], into: &json)
            copyText("faceUrl", saved.answer["userPortrait"], into: &json)
        }
    }

    private static func friends(_ saved: SavedAnswer) -> String {
        ImportLine.make("friends") { json in
            json.field("userID", saved.parameter("userId"))
            json.array("friends") { json in
                for friend in saved.list("friendList") {
                    json.object { json in
                        copyText("userID", friend["userId"], into: &json)
                        copyText("remark", friend["remarkName"], into: &json)
                        copyNumber("addTime", friend["time"], dividedBy: 1000, into: &json)
                    }
                }
            }
        }
    }

    private static func blacklist(_ saved: SavedAnswer) -> String {
        ImportLine.make("blacklist") { json in
            json.field("userID", saved.parameter("userId"))
            writeUsers("users", saved.list("users").compactMap(\.identifier), into: &json)
        }
    }

    private static func members(_ saved: SavedAnswer) -> String {
        ImportLine.make("members") { json in
            json.field("group", saved.parameter("groupId"))
            writeUsers("members", saved.list("users").compactMap { ($0["id"] ?? $0).identifier }, into: &json)
        }
    }
}

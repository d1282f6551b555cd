import JSON

/// Documents of OpenIM's MongoDB, but its messages. A document does not tell its collection: its members do.
enum OpenIMCollections {
    static func learn(_ document: JSONValue, _ known: inout ImportKnowledge) {
        guard let group = document["group_id"]?.identifier, document["role_level"] != nil else { return }
        known.enter(group)
        if let user = document["user_id"]?.identifier, document["role_level"]?.dumpedNumber == 100 {
            known.own(group, by: user)
        }
    }

    static func lines(of document: JSONValue, _ known: ImportKnowledge) -> [String]? {
        func text(_ name: StaticString) -> String? { document[name]?.identifier }
        if let owner = text("owner_user_id") {
            if let friend = text("friend_user_id") { return friendship(owner, friend, document) }
            if let user = text("block_user_id") { return [block(owner, user, document)] }
            return text("conversation_id").map { conversation(owner, $0, document) }
        }
        if let group = text("group_id") {
            if document["group_name"] != nil { return self.group(group, document, known) }
            guard let user = text("user_id") else { return nil }
            if document["role_level"] != nil { return member(user, of: group, document, known) }
            return document["req_msg"] == nil ? nil : request("\(user) to join \(group)", document)
        }
        if let from = text("from_user_id"), let to = text("to_user_id") {
            return request("\(from) to be a friend of \(to)", document)
        }
        if let conversation = text("conversation_id") {
            // The numbers of a conversation, and how far a user has read it: a receipt.
            return text("user_id").map { [ImportLine.signal("\(conversation) of \($0)")] } ?? []
        }
        return text("user_id").flatMap { document["nickname"] == nil ? nil : account($0, document) }
    }

    private static func account(_ user: String, _ document: JSONValue) -> [String] {
        let account = ImportLine.make("account") { json in
            json.field("userID", user)
            copyText("nickname", document["nickname"], into: &json)
            copyText("faceUrl", document["face_url"], into: &json)
        }
        let option = document["global_recv_msg_opt"]?.dumpedNumber ?? 0
        let level = document["app_manger_level"]?.dumpedNumber ?? 0
        return [account] + left("ex of \(user)", document["ex"], "write it into a custom field of the profile")
            + (option == 0 ? [] : [ImportLine.left("global_recv_msg_opt of \(user)", "use push.setGlobalDnd")])
            + (level < 2 ? [] : [ImportLine.left("app_manger_level of \(user)", "backends have keys instead")])
    }

    private static func friendship(_ user: String, _ friend: String, _ document: JSONValue) -> [String] {
        let line = ImportLine.make("friends") { json in
            json.field("userID", user)
            json.array("friends") { json in
                json.object { json in
                    json.field("userID", friend)
                    copyText("remark", document["remark"], into: &json)
                    copySeconds("addTime", document["create_time"], into: &json)
                }
            }
        }
        let pin = document["is_pinned"]?.bool == true
        return [line] + left("ex of \(user)'s friend \(friend)", document["ex"], "write it into customInfo")
            + (pin ? [ImportLine.left("the pin of \(user)'s friend \(friend)", "friends have none")] : [])
    }

    private static func block(_ user: String, _ other: String, _ document: JSONValue) -> String {
        ImportLine.make("blacklist") { json in
            json.field("userID", user)
            json.array("users") { json in
                json.object { json in
                    json.field("userID", other)
                    copySeconds("addTime", document["create_time"], into: &json)
                }
            }
        }
    }

    /// One that has an answer says nothing any more.
    private static func request(_ what: String, _ document: JSONValue) -> [String] {
        guard (document["handle_result"]?.dumpedNumber ?? 0) == 0 else { return [] }
        return [ImportLine.left("the request of \(what)", "it is open: ask again")]
    }

    private static func group(_ id: String, _ document: JSONValue, _ known: ImportKnowledge) -> [String] {
        let status = document["status"]?.dumpedNumber ?? 0
        if status == 2 { return [ImportLine.left("the group \(id) with its messages", "it was dismissed", group: id)] }
        guard let owner = known.owners[id] ?? document["creator_user_id"]?.identifier, !owner.isEmpty else {
            return [ImportLine.left("the group \(id) with its messages", "it has no owner", group: id)]
        }
        // Users get in by request or anybody's invitation; by request or an admin's invitation; everybody.
        let styles: [Int64: Int] = [0: 1, 1: 2, 2: 3]
        let line = ImportLine.make("group") { json in
            json.field("id", id)
            json.field("owner", owner)
            let name = document["group_name"]?.identifier ?? ""
            json.field("name", name.isEmpty ? id : name)
            copyText("description", document["introduction"], into: &json)
            copyText("avatar", document["face_url"], into: &json)
            copyText("ext", document["ex"], into: &json)
            copyText("announcement", document["notification"], into: &json)
            json.field("style", styles[document["need_verification"]?.dumpedNumber ?? 0] ?? 1)
            known.writeSize(of: id, into: &json)
            if status == 3 { json.field("mute", 1) }
            if status == 1 { json.field("disabled", true) }
        }
        return [line]
    }

    private static func member(
        _ user: String, of group: String, _ document: JSONValue, _ known: ImportKnowledge
    ) -> [String] {
        let role = document["role_level"]?.dumpedNumber ?? 20
        let hasName = document["nickname"]?.string.map(\.isEmpty) == false
        let more = left("ex of \(user) in \(group)", document["ex"], "use group.setAttributes")
        // The owner is in already.
        if role == 100 && !hasName { return more }
        let line = ImportLine.make("members") { json in
            json.field("group", group)
            json.array("members") { json in
                json.object { json in
                    json.field("userID", user)
                    if role == 60 { json.field("role", "admin") }
                    copyText("nickname", document["nickname"], into: &json)
                    if let end = document["mute_end_time"]?.dumpedTime, end > 0 {
                        json.field("mutedUntil", (end + 999) / 1_000)
                    }
                }
            }
        }
        return [line] + more
    }

    private static func conversation(_ user: String, _ id: String, _ document: JSONValue) -> [String] {
        let group = document["group_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let other = document["user_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let vanishes =
            document["is_private_chat"]?.bool == true || document["is_msg_destruct"]?.bool == true
            ? [ImportLine.left("\(id) of \(user)", "its messages were to vanish: use expireSeconds of message.send")]
            : []
        let more = vanishes + left("ex of \(id) of \(user)", document["ex"], "conversations have none")
        let option = document["recv_msg_opt"]?.dumpedNumber ?? 0
        let isPinned = document["is_pinned"]?.bool == true
        guard group != nil || other != nil, option != 0 || isPinned else { return more }
        let line = ImportLine.make("conversation") { json in
            json.field("userID", user)
            if let group { json.field("group", group) } else if let other { json.field("to", other) }
            if isPinned { json.field("pinned", true) }
            if option != 0 { json.field("receiveOpt", option) }
        }
        return [line] + more
    }

    private static func left(_ what: String, _ value: JSONValue?, _ reason: String) -> [String] {
        value?.string.map(\.isEmpty) == false ? [ImportLine.left(what, reason)] : []
    }
}

/// A time of a dump, in seconds. One before 1970 stands for none.
func copySeconds(_ name: StaticString, _ value: JSONValue?, into json: inout JSONWriter) {
    if let time = value?.dumpedTime, time > 0 { json.field(name, time / 1_000) }
}

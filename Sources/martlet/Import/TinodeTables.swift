import JSON

/// Rows of Tinode's tables, but its messages. A row does not tell its table: its members do.
enum TinodeTables {
    static func learn(_ row: JSONValue, _ known: inout ImportKnowledge) throws(DamagedRecord) {
        if let key = row["uid_key"] { known.take(try TinodeUserKey(key)) }
        guard row["modewant"] != nil, row["deletedat"].isNothing, let topic = row["topic"]?.string else { return }
        if topic.hasPrefix("grp") { known.enter(topic) }
    }

    static func lines(of row: JSONValue, _ known: ImportKnowledge) throws(DamagedRecord) -> [String]? {
        if row["uid_key"] != nil { return [] }
        if let topic = row["topic"]?.string {
            if row["modewant"] != nil { return try subscription(to: topic, row, known) }
            return row["deletedfor"] == nil ? nil : try deletion(in: topic, row, known)
        }
        if row["usebt"] != nil, let topic = (row["name"] ?? row["_id"])?.string {
            return try self.topic(topic, row, known)
        }
        return row["useragent"] == nil ? nil : try account(row, known)
    }

    private static func account(_ row: JSONValue, _ known: ImportKnowledge) throws(DamagedRecord) -> [String] {
        guard let id = row["_id"] ?? row["id"] else { throw DamagedRecord(reason: "a user's id is missing") }
        let (user, state) = (try TinodeNames.user(id, known), row["state"]?.dumpedNumber ?? 0)
        if state == 20 {
            let account = ImportLine.make("account") { json in
                json.field("userID", user)
                json.field("disabled", true)
            }
            return [account, ImportLine.left("the profile of \(user)", "the account was deleted: it is disabled here")]
        }
        let card = row["public"]
        let account = ImportLine.make("account") { json in
            json.field("userID", user)
            copyText("nickname", card?["fn"], into: &json)
            copyText("faceUrl", card?["photo"]?["ref"], into: &json)
            if state == 10 { json.field("disabled", true) }
        }
        let profile =
            card?["note"]?.string.map(\.isEmpty) == false
            ? [
                ImportLine.make("profile") { json in
                    json.field("userID", user)
                    json.object("values") { copyText("selfSignature", card?["note"], into: &$0) }
                }
            ] : []
        return [account] + profile + left(user, row)
    }

    /// Reports the parts of a user's or a topic's record that cannot be taken.
    private static func left(_ whose: String, _ row: JSONValue) -> [String] {
        let card = row["public"]
        var lines: [String] = []
        if let photo = card?["photo"], !photo["data"].isNothing, photo["ref"].isNothing {
            lines.append(ImportLine.left("the photo of \(whose)", "it is in the record: store it, and set its address"))
        }
        let others = card?.members.map { $0.map(\.key.keyText).filter { !["fn", "photo", "note"].contains($0) } } ?? []
        if !others.isEmpty {
            lines.append(ImportLine.left("\(others.joined(separator: ", ")) of \(whose)", "there are no such fields"))
        }
        for name: StaticString in ["trusted", "aux"] where (row[name]?.count ?? 0) > 0 {
            lines.append(ImportLine.left("\(name) of \(whose)", "there is no such field"))
        }
        return lines
    }

    private static func topic(
        _ topic: String, _ row: JSONValue, _ known: ImportKnowledge
    ) throws(DamagedRecord) -> [String] {
        // Conversations of two users, and of one with itself, are made by their messages.
        if topic.hasPrefix("p2p") || topic.hasPrefix("slf") { return [] }
        let isGroup = topic.hasPrefix("grp")
        func left(_ reason: String) -> [String] {
            [ImportLine.left("\(topic) with its messages", reason, group: isGroup ? topic : nil)]
        }
        guard isGroup else {
            return (row["seqid"]?.dumpedNumber ?? 0) == 0 ? [] : left("it is no conversation of users")
        }
        let state = row["state"]?.dumpedNumber ?? 0
        if state == 20 { return left("it was deleted") }
        if row["usebt"]?.dumpedFlag == true { return left("it is a channel: make one by admin.channel.create") }
        guard let owner = try TinodeNames.optionalUser(row["owner"], known) else { return left("it has no owner") }
        let card = row["public"]
        let line = ImportLine.make("group") { json in
            json.field("id", topic)
            json.field("owner", owner)
            let name = card?["fn"]?.identifier ?? ""
            json.field("name", name.isEmpty ? topic : name)
            copyText("description", card?["note"], into: &json)
            copyText("avatar", card?["photo"]?["ref"], into: &json)
            json.field("style", style(row))
            known.writeSize(of: topic, into: &json)
            if state == 10 { json.field("disabled", true) }
        }
        return [line] + Self.left(topic, row)
    }

    /// Only a topic with tags is found by those who do not know its name.
    private static func style(_ row: JSONValue) -> Int {
        let access = row["access"]
        let mode = TinodeMode(access?["auth"] ?? access?["Auth"])
        if row["tags"].list.isEmpty { return mode.contains(.share) ? 1 : 0 }
        return mode.contains(.join) ? 3 : 2
    }

    private static func subscription(
        to topic: String, _ row: JSONValue, _ known: ImportKnowledge
    ) throws(DamagedRecord) -> [String] {
        guard row["deletedat"].isNothing else { return [] }
        guard let user = try TinodeNames.optionalUser(row["user"] ?? row["userid"], known) else {
            throw DamagedRecord(reason: "a subscription has no user")
        }
        let (want, given) = (TinodeMode(row["modewant"]), TinodeMode(row["modegiven"]))
        switch topic.prefix(3) {
        case "usr":
            let pins = row["private"]?["tpins"].list.compactMap(\.string) ?? []
            return pins.map { conversation(of: user, $0) { $0.field("pinned", true) } }
        case "p2p":
            guard let peer = TinodeNames.peer(of: user, in: topic) else {
                throw DamagedRecord(reason: "\(user) is not in \(topic)")
            }
            if !want.contains(.join) { return [blacklist(user, peer)] }
            guard given.contains(.join) else { return [ImportLine.left("\(peer) for \(user)", "access was not given")] }
            return [friend(user, peer, row)] + muted(user, peer, want)
        case "grp":
            guard want.contains(.join), given.contains(.join) else {
                let reason = want.contains(.join) ? "access was not given" : "it has left, or never came"
                return [ImportLine.left("\(user) in \(topic)", reason)]
            }
            return member(user, of: topic, want.intersection(given)) + muted(user, topic, want)
        // Of searches, of a conversation with oneself, and of channels' readers.
        default: return []
        }
    }

    private static func member(_ user: String, of topic: String, _ mode: TinodeMode) -> [String] {
        if mode.contains(.owner) { return [] }
        let line = ImportLine.make("members") { json in
            json.field("group", topic)
            json.array("members") { json in
                json.object { json in
                    json.field("userID", user)
                    if mode.contains(.approve) { json.field("role", "admin") }
                    if !mode.contains(.write) { json.field("mutedUntil", -1) }
                }
            }
        }
        return [line]
    }

    private static func friend(_ user: String, _ peer: String, _ row: JSONValue) -> String {
        ImportLine.make("friends") { json in
            json.field("userID", user)
            json.array("friends") { json in
                json.object { json in
                    json.field("userID", peer)
                    copyText("remark", row["private"]?["comment"], into: &json)
                    copySeconds("addTime", row["createdat"], into: &json)
                }
            }
        }
    }

    private static func blacklist(_ user: String, _ peer: String) -> String {
        ImportLine.make("blacklist") { json in
            json.field("userID", user)
            writeUsers("users", [peer], into: &json)
        }
    }

    /// A user who does not want to hear of a topic gets no pushes of it.
    private static func muted(_ user: String, _ place: String, _ want: TinodeMode) -> [String] {
        want.contains(.presence) ? [] : [conversation(of: user, place) { $0.field("receiveOpt", 2) }]
    }

    private static func conversation(
        of user: String, _ place: String, _ members: (inout JSONWriter) -> Void
    ) -> String {
        ImportLine.make("conversation") { json in
            json.field("userID", user)
            if place.hasPrefix("usr") { json.field("to", place) } else { json.field("group", place) }
            members(&json)
        }
    }

    /// MongoDB's messages say themselves who has deleted them.
    private static func deletion(
        in topic: String, _ row: JSONValue, _ known: ImportKnowledge
    ) throws(DamagedRecord) -> [String] {
        guard row["seqidranges"] == nil, let user = try TinodeNames.optionalUser(row["deletedfor"], known) else {
            return []
        }
        guard let low = row["low"]?.int64, let high = row["hi"]?.int64, low < high else {
            throw DamagedRecord(reason: "a deletion has no range of messages")
        }
        let messages = low == high - 1 ? "message \(topic):\(low)" : "messages \(topic):\(low) to \(high - 1)"
        return [ImportLine.deleted(messages, by: [user])]
    }
}

/// A user's rights in a topic: bits in MongoDB, letters in the other databases.
struct TinodeMode: OptionSet {
    let rawValue: Int

    static let join = TinodeMode(rawValue: 1 << 0)
    static let read = TinodeMode(rawValue: 1 << 1)
    static let write = TinodeMode(rawValue: 1 << 2)
    static let presence = TinodeMode(rawValue: 1 << 3)
    static let approve = TinodeMode(rawValue: 1 << 4)
    static let share = TinodeMode(rawValue: 1 << 5)
    static let delete = TinodeMode(rawValue: 1 << 6)
    static let owner = TinodeMode(rawValue: 1 << 7)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ value: JSONValue?) {
        if let bits = value?.dumpedNumber {
            self.init(rawValue: Int(truncatingIfNeeded: bits))
        } else {
            let letters = Array("JRWPASDO")
            let bits = (value?.string ?? "").compactMap { letters.firstIndex(of: $0) }
            self.init(rawValue: bits.reduce(0) { $0 | 1 << $1 })
        }
    }
}

import JSON

/// Facts in a database's dump that lines elsewhere in it need. They are read before the first stage.
struct ImportKnowledge {
    /// Of each group there.
    private(set) var owners: [String: String] = [:]
    private(set) var sizes: [String: Int] = [:]
    /// Objects with `head` and `content`, by the message that they replace and the user who has replaced it.
    private var edits: [String: String] = [:]
    /// Nil: the dump has the ids as Tinode's clients know them.
    private(set) var userKey: TinodeUserKey?

    mutating func own(_ group: String, by user: String) { owners[group] = user }
    mutating func enter(_ group: String) { sizes[group, default: 0] += 1 }
    mutating func edit(_ message: String, by user: String, _ edit: String) { edits["\(message) \(user)"] = edit }
    mutating func take(_ key: TinodeUserKey) { userKey = key }

    /// The last version of a message. Only its sender can change it.
    func edit(of message: String, by user: String) throws(DamagedRecord) -> JSONValue? {
        guard let edit = edits["\(message) \(user)"] else { return nil }
        do throws(JSONError) {
            return try JSONDocument().parse(edit, limits: ImportLine.limits)
        } catch {
            throw DamagedRecord(reason: "what replaces it: \(error)")
        }
    }

    /// Members of a group line that leave its people room; none: what the gateway takes is enough.
    func writeSize(of group: String, into json: inout JSONWriter) {
        let size = sizes[group] ?? 0
        guard size > 100 else { return }
        if size > 2_000 { json.field("kind", "superTeam") }
        json.field("maxUsers", size > 2_000 ? 10_000 : 2_000)
    }
}

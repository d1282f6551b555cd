/// The texts that the user has begun to write, by conversations. Nothing of the gateway touches them.
final class Drafts {
    static let space = "draft"

    /// Nil if they are kept in memory only.
    private let writes: Writes?
    private let changed: (String) -> Void
    private let unsaved: (MartletError) -> Void
    /// Null for one that is no more.
    private var drafts: [String: JSON] = [:]

    init(_ writes: Writes?, changed: @escaping (String) -> Void, unsaved: @escaping (MartletError) -> Void) {
        self.writes = writes
        self.changed = changed
        self.unsaved = unsaved
    }

    subscript(id: String) -> JSON? { drafts[id].flatMap { $0.isNull ? nil : $0 } }

    /// Takes in those of an earlier run; those of this one are newer.
    func load(_ rows: [StoredRow]) {
        for row in rows where drafts[row.key] == nil { take(row.key, row.value) }
    }

    func keep(_ id: String, _ draft: JSON?) {
        let draft = draft.flatMap { isEmpty($0) ? nil : $0 }
        if drafts[id] == draft ?? .null { return }
        writes?.write([StoredChange(Self.space, id, draft)]) { [unsaved] error in
            if let error { unsaved(error) }
        }
        take(id, draft ?? .null)
    }

    func clear() {
        for id in drafts.keys { take(id, .null) }
    }

    private func take(_ id: String, _ draft: JSON) {
        drafts[id] = draft
        changed(id)
    }
}

/// A draft of which no member says anything is none.
private func isEmpty(_ draft: JSON) -> Bool {
    switch draft {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.allSatisfy(isEmpty)
    case .object(let object): object.members.allSatisfy { isEmpty($0.value) }
    case .bool, .int, .double: false
    }
}

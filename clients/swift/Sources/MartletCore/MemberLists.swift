/// The lists of groups' members. A list is whole if all its pages are of one moment; events keep it right from then on,
/// and the next session has it read again if the group's stream has gone on without it.
final class MemberLists {
    struct Actions {
        let request: (String, JSON, RequestOptions, @escaping (Reply) -> Void) -> Void
        let changed: (Set<String>) -> Void
        /// A group was read with its members.
        let took: (JSON) -> Void
    }

    /// What an event changes: who has come or gone, and nicknames in the group.
    struct Move {
        /// The event's place in the group's stream.
        var seq: Int?
        var joined: [String] = []
        var left: [String] = []
        var nicknames: [String: String] = [:]
    }

    struct List {
        var users: [String] = []
        var nicknames: [String: String] = [:]
        /// The last event of the group's stream that is in this. Nil: it may be otherwise by now.
        var seq: Int?

        /// Each user once.
        mutating func add(_ more: [String]) {
            var known = Set(users)
            for user in more where known.insert(user).inserted { users.append(user) }
        }

        fileprivate func after(_ move: Move) -> List {
            var moved = self
            moved.users.removeAll { move.left.contains($0) }
            moved.add(move.joined)
            moved.nicknames.merge(move.nicknames) { $1 }
            for user in move.left { moved.nicknames[user] = nil }
            guard let place = move.seq else { return moved }
            // An event between the two was not told, as of what this device has done.
            let isHole = seq.map { place > $0 + 1 } ?? false
            moved.seq = isHole ? nil : place
            return moved
        }
    }

    /// A list that is being read.
    private final class Reading {
        let group: String
        var waiting: [(MartletError?) -> Void] = []
        var tries = 0
        /// An event may not be in the answers.
        var isOvertaken = false
        var list = List()
        var count = 0
        var isOfOneMoment = true

        init(_ group: String) {
            self.group = group
        }
    }

    static let most = 20
    private static let perPage = 100
    /// So often a list is read in which members come and go meanwhile.
    private static let mostTries = 3

    private let kept: KeptRows
    private let actions: Actions
    /// Those that were read or changed last at the end.
    private var lists = OrderedMap<List>()
    private var readings: [String: Reading] = [:]

    init(_ kept: KeptRows, _ actions: Actions) {
        self.kept = kept
        self.actions = actions
    }

    subscript(group: String) -> List? { lists[group] }

    /// - Parameter areStale: streams may have gone on since: a session is open
    func restore(_ rows: [(key: String, value: JSON)], areStale: Bool) {
        for (group, row) in rows {
            let users = (row["users"]?.array ?? []).compactMap(\.string)
            let seq = areStale ? nil : row["seq"]?.int
            lists[group] = List(users: users, nicknames: texts(row["nicknames"]), seq: seq)
        }
        if !rows.isEmpty { actions.changed(Set(rows.map(\.key))) }
    }

    /// Reads the list, unless it is right.
    func read(_ group: String, _ done: @escaping (MartletError?) -> Void) {
        if lists[group]?.seq != nil { return done(nil) }
        if let reading = readings[group] { return reading.waiting.append(done) }
        let reading = Reading(group)
        reading.waiting = [done]
        readings[group] = reading
        begin(reading)
    }

    /// An event of the group has come, and has changed the list or not.
    func take(_ group: String, _ move: Move) {
        readings[group]?.isOvertaken = true
        guard let list = lists[group] else { return }
        if let place = move.seq, let seq = list.seq, place <= seq { return }
        put(group, list.after(move))
    }

    /// What is known may be otherwise by now.
    func stale(_ group: String) {
        guard var list = lists[group] else { return }
        list.seq = nil
        put(group, list)
    }

    /// The user has left it.
    func forget(_ group: String) {
        guard lists[group] != nil else { return }
        lists[group] = nil
        kept.put(group, nil)
        actions.changed([group])
    }

    /// A session is open, and the streams of the user's groups stand there.
    func compare(_ ends: JSON) {
        for (group, list) in lists.members where list.seq != nil && list.seq != ends[group]?.int { stale(group) }
    }

    /// Nothing is known any more, and nothing is read.
    func clear() {
        let error = MartletError(name: "stopped", message: "the application has stopped the client")
        for reading in readings.values { end(reading, error) }
        lists.removeAll()
    }

    /// The first 200 come with the group, its owner and admins among them; all others in pages.
    private func begin(_ reading: Reading) {
        reading.tries += 1
        reading.isOvertaken = false
        let data: JSON = ["groupID": JSON(reading.group), "fetchMembers": true, "needNickname": true]
        ask(reading, "group.get", data) { [unowned self] reply in
            var group = reply["group"] ?? [:]
            reading.count = group["memberCount"]?.int ?? 0
            reading.list = List(seq: group["seq"]?.int)
            reading.isOfOneMoment = reading.list.seq != nil
            add(group, to: reading)
            for name in ["members", "nicknames", "whiteList", "muteList"] { group[name] = nil }
            actions.took(group)
            if reading.list.users.count >= reading.count { finish(reading) } else { readPage(reading, "") }
        }
    }

    private func readPage(_ reading: Reading, _ cursor: String) {
        let data: JSON = [
            "groupID": JSON(reading.group), "cursor": JSON(cursor), "pageSize": JSON(Self.perPage),
            "needNickname": true,
        ]
        ask(reading, "group.members", data) { [unowned self] page in
            add(page, to: reading)
            if page["seq"]?.int != reading.list.seq { reading.isOfOneMoment = false }
            let next = page["cursor"]?.string ?? ""
            if next.isEmpty { finish(reading) } else { readPage(reading, next) }
        }
    }

    private func ask(_ reading: Reading, _ op: String, _ data: JSON, _ taken: @escaping (JSON) -> Void) {
        actions.request(op, data, RequestOptions(timeout: 0, key: .none)) { [unowned self] (reply: Reply) in
            guard readings[reading.group] === reading else { return }
            switch reply {
            case .success(let ok): taken(ok)
            case .failure(let error): end(reading, error)
            }
        }
    }

    private func add(_ page: JSON, to reading: Reading) {
        reading.list.add((page["members"]?.array ?? []).compactMap(\.string))
        reading.list.nicknames.merge(texts(page["nicknames"])) { $1 }
    }

    private func finish(_ reading: Reading) {
        let isWhole = reading.isOfOneMoment && !reading.isOvertaken && reading.list.users.count == reading.count
        if !isWhole, reading.tries < Self.mostTries { return begin(reading) }
        if !isWhole { reading.list.seq = nil }
        put(reading.group, reading.list)
        end(reading, nil)
    }

    private func end(_ reading: Reading, _ error: MartletError?) {
        readings[reading.group] = nil
        for done in reading.waiting { done(error) }
    }

    private func put(_ group: String, _ list: List) {
        lists.moveToEnd(group, list)
        if let seq = list.seq {
            let nicknames = JSON(list.nicknames.map { ($0.key, JSON($0.value)) })
            let users = JSON(list.users.map { JSON($0) })
            kept.put(group, ["users": users, "nicknames": nicknames, "seq": JSON(seq)])
        }
        if lists.count > Self.most, let oldest = lists.keys.first { forget(oldest) }
        actions.changed([group])
    }
}

private func texts(_ object: JSON?) -> [String: String] {
    Dictionary((object?.object?.members ?? []).map { ($0.name, $0.value.string ?? "") }) { $1 }
}

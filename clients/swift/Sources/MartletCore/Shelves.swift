/// The messages on the device. Each change of them is noted as a step, which the next write carries out. Of each
/// conversation a shelf says where messages are without holes, and when the user looked at them last.
final class Shelves {
    struct Shelf {
        var ranges = Ranges()
        var seen = 0
    }

    /// How many messages of a conversation the device has, and a time before which none of them was sent.
    struct Tally {
        var count = 0
        var bytes = 0
        var oldest: Int?
    }

    typealias Step = (inout ShelfWrite) -> Void

    static let space = "range"

    private let clock: GatewayClock
    private var shelves: [String: Shelf] = [:]
    private var tallies: [String: Tally] = [:]
    private var steps: [Step] = []
    /// Those whose rows are to be written.
    private var touched: Set<String> = []
    private var underWay: (steps: [Step], touched: Set<String>)?

    init(_ clock: GatewayClock) {
        self.clock = clock
    }

    /// Goes on with the rows of the device.
    func restore(_ rows: [StoredRow]) {
        (shelves, tallies, steps, touched, underWay) = ([:], [:], [], [], nil)
        for row in rows {
            let value = row.value
            shelves[row.key] = Shelf(ranges: Ranges(value["ranges"]), seen: value["seen"]?.int ?? 0)
            tallies[row.key] = Tally(
                count: value["count"]?.int ?? 0, bytes: value["bytes"]?.int ?? 0, oldest: value["oldest"]?.int)
        }
    }

    var ids: [String] { Array(shelves.keys) }

    func ranges(of id: String) -> Ranges { shelves[id]?.ranges ?? Ranges() }

    /// Whether there may be messages of before a time.
    func hasBefore(_ id: String, _ time: Int) -> Bool { tallies[id]?.oldest.map { $0 < time } ?? false }

    func note(_ step: @escaping Step) {
        steps.append(step)
    }

    // MARK: - Changes

    /// A message that was told, behind all others, or an own one that is late: messages between may not be here.
    func add(_ message: JSON, isLate: Bool) {
        let (id, seq) = (message.conversationID, message.seq)
        let ranges = ranges(of: id)
        let isNewest = !isLate && (ranges.spans.first.map { seq > $0.to } ?? true)
        if isNewest {
            change(id) { $0.add(seq) }
        } else if !ranges.contains(seq) {
            return
        }
        note(id) { write in
            let known = isNewest ? nil : write.batch.get("message", MessageKey.of(message))
            write.put(known.map { newer($0, message) } ?? message, insteadOf: known)
        }
    }

    /// A message as it is now.
    func change(_ message: JSON) {
        guard ranges(of: message.conversationID).contains(message.seq) else { return }
        note(message.conversationID) { write in
            guard let known = write.batch.get("message", MessageKey.of(message)) else { return }
            write.put(newer(known, message), insteadOf: known)
        }
    }

    /// Messages are gone, by their ids.
    func drop(_ id: String, _ messages: Set<String>) {
        guard shelves[id] != nil else { return }
        note(id) { write in
            for known in write.batch.range(MessageKey.range(id)).values where messages.contains(known.msgId) {
                write.remove(known)
            }
        }
    }

    /// Messages up to `to` were not fetched.
    func gap(_ id: String, to: Int) {
        if shelves[id] != nil { change(id) { $0.addGap(to: to) } }
    }

    /// The stream goes on behind `to`; messages before may be gone, and those behind it are.
    /// - Parameter isKept: those that are older than the gateway keeps stay
    func reset(_ id: String, to: Int, isKept: Bool = false) {
        guard shelves[id] != nil else { return }
        change(id) { $0.reset(to: to, isKept: isKept) }
        note { $0.removeAll(MessageKey.range(id, from: to + 1)) }
    }

    /// The conversation is no more.
    func forget(_ id: String) {
        guard shelves.removeValue(forKey: id) != nil else { return }
        note(id) { $0.removeAll(MessageKey.range(id)) }
    }

    /// A page was read from the gateway, of messages older than `before`, or of the newest if that is 0. The last one
    /// says nothing of messages that are older than the gateway keeps.
    func page(_ id: String, before: Int, _ page: MessagePage, keptSince: Int) {
        let former = ranges(of: id)
        let (low, top) = (page.isFinished ? 1 : page.cursor, page.messages.first?.seq ?? 0)
        var grown = former
        guard grown.addPage(before: before, low: low, top: top) else { return }
        change(id) { $0 = grown }
        let high = before == 0 ? max(top, (former.spans.first?.from ?? 0) - 1) : before - 1
        let bottom = page.messages.last?.seq ?? high + 1
        note { write in
            var known = write.batch.range(MessageKey.range(id, from: low, to: high))
            for message in page.messages {
                write.put(message, insteadOf: known.removeValue(forKey: MessageKey.of(message)))
            }
            for one in known.values {
                let isBeyond =
                    page.isFinished && one.seq < bottom && one.time < keptSince
                    && former.spans.contains { $0.contains(one.seq) && $0.outlasts }
                if !isBeyond { write.remove(one) }
            }
        }
    }

    /// The user looks at a conversation.
    func look(_ id: String) {
        guard shelves[id] != nil else { return }
        shelves[id]?.seen = clock.now
        touched.insert(id)
    }

    private func note(_ id: String, _ step: @escaping Step) {
        touched.insert(id)
        steps.append(step)
    }

    private func change(_ id: String, _ change: (inout Ranges) -> Void) {
        change(&shelves[id, default: Shelf()].ranges)
        touched.insert(id)
    }

    // MARK: - Writing

    /// Begins to write the changes up to now; those that are noted meanwhile are in the next write. `commit` or
    /// `putBack` ends it.
    /// - Returns: the write, and what carries the steps out
    func begin(isOpen: @escaping (String) -> Bool) -> (ShelfWrite, Step) {
        let (steps, touched) = (steps, touched)
        underWay = (steps, touched)
        (self.steps, self.touched) = ([], [])
        let write = ShelfWrite(shelves: shelves, tallies: tallies, touched: touched, isOpen: isOpen)
        return (write, { write in for step in steps { step(&write) } })
    }

    /// It is written.
    func commit(_ write: ShelfWrite) {
        guard underWay != nil else { return }
        underWay = nil
        tallies = write.tallies.filter { shelves[$0.key] != nil || $0.value.count > 0 }
        for (id, first) in write.cuts { shelves[id]?.ranges.cut(below: first) }
    }

    /// It could not be written: the next write does it.
    func putBack() {
        guard let underWay else { return }
        self.underWay = nil
        steps.insert(contentsOf: underWay.steps, at: 0)
        touched.formUnion(underWay.touched)
    }
}

/// Messages that are written next, counted, and bounded.
struct ShelfWrite {
    /// So much the device keeps; the conversation that was not looked at for longest gives way.
    private static let mostMessages = 20_000
    private static let mostBytes = 64 << 20
    private static let mostUnopened = 500
    /// So many messages stay of a conversation that gives way, at first.
    private static let remainder = 50

    var batch = Batch()
    private let shelves: [String: Shelves.Shelf]
    private(set) var tallies: [String: Shelves.Tally]
    private var touched: Set<String>
    private let isOpen: (String) -> Bool
    /// The conversations that have given way, and the first `seq` that stays.
    private(set) var cuts: [String: Int] = [:]

    fileprivate init(
        shelves: [String: Shelves.Shelf], tallies: [String: Shelves.Tally], touched: Set<String>,
        isOpen: @escaping (String) -> Bool
    ) {
        self.shelves = shelves
        self.tallies = tallies
        self.touched = touched
        self.isOpen = isOpen
    }

    mutating func put(_ message: JSON, insteadOf known: JSON?) {
        if let known { remove(known) }
        let key = MessageKey.of(message)
        batch.put("message", key, message)
        if let end = message.expireAt { batch.put("end", MessageKey.end(end, key), JSON(key)) }
        var tally = tallies[message.conversationID] ?? Shelves.Tally()
        tally.count += 1
        tally.bytes += message.compactText.utf8.count
        tally.oldest = min(tally.oldest ?? .max, message.time)
        tallies[message.conversationID] = tally
    }

    mutating func remove(_ message: JSON) {
        let key = MessageKey.of(message)
        batch.put("message", key, nil)
        if let end = message.expireAt { batch.put("end", MessageKey.end(end, key), nil) }
        tallies[message.conversationID]?.count -= 1
        tallies[message.conversationID]?.bytes -= message.compactText.utf8.count
    }

    mutating func removeAll(_ range: StoredRange) {
        for message in batch.range(range).values { remove(message) }
    }

    /// Removes all rows of a space.
    mutating func empty(_ space: String) {
        for key in batch.range(StoredRange(space)).keys { batch.put(space, key, nil) }
    }

    /// Removes messages that have ended.
    mutating func expire(at now: Int) {
        let ended = StoredRange("end", from: "", to: MessageKey.end(now + 1))
        for (end, key) in batch.range(ended) {
            if let key = key.string, let message = batch.get("message", key) { remove(message) }
            batch.put("end", end, nil)
        }
    }

    /// Has conversations give way that have too much.
    mutating func bound() {
        for id in touched where tallies[id]?.count ?? 0 > Self.mostUnopened && !isOpen(id) {
            shorten(id, to: Self.mostUnopened - Self.remainder)
        }
        while tallies.values.reduce(0, { $0 + $1.count }) > Self.mostMessages
            || tallies.values.reduce(0, { $0 + $1.bytes }) > Self.mostBytes
        {
            let long = tallies.filter { $0.value.count > Self.remainder }
            let filled = long.isEmpty ? tallies.filter { $0.value.count > 0 } : long
            guard let (id, tally) = filled.min(by: { rank($0.key) < rank($1.key) }) else { return }
            let least = isOpen(id) ? max(Self.remainder, tally.count / 2) : Self.remainder
            shorten(id, to: tally.count > least ? least : 0)
        }
    }

    /// Removes messages that are older than the device keeps them; a conversation's last one stays.
    mutating func age(since time: Int) {
        for (id, tally) in tallies where tally.oldest ?? .max < time {
            let young = batch.range(MessageKey.range(id)).values.filter { $0.time >= time }
            shorten(id, to: max(1, young.count))
        }
    }

    /// Writes the rows of the conversations that have changed.
    mutating func putShelves() {
        for id in touched {
            guard var shelf = shelves[id] else {
                batch.put(Shelves.space, id, nil)
                continue
            }
            if let first = cuts[id] { shelf.ranges.cut(below: first) }
            let tally = tallies[id] ?? Shelves.Tally()
            var row: JSON = [
                "ranges": shelf.ranges.json, "seen": JSON(shelf.seen), "count": JSON(tally.count),
                "bytes": JSON(tally.bytes),
            ]
            row["oldest"] = tally.oldest.map { JSON($0) }
            batch.put(Shelves.space, id, row)
        }
    }

    private func rank(_ id: String) -> Int { isOpen(id) ? .max : shelves[id]?.seen ?? 0 }

    /// Leaves the newest messages of a conversation.
    private mutating func shorten(_ id: String, to count: Int) {
        let rows = batch.range(MessageKey.range(id)).sorted { $0.key < $1.key }
        guard batch.missing.isEmpty else {
            // It is done again, and so much will be left.
            tallies[id] = Shelves.Tally(count: count)
            return
        }
        let (kept, gone) = (rows.prefix(count), rows.dropFirst(count))
        for (_, message) in gone { remove(message) }
        // Counted anew, so that an error of the count does not stay.
        tallies[id] = Shelves.Tally(
            count: kept.count, bytes: kept.reduce(0) { $0 + $1.value.compactText.utf8.count },
            oldest: kept.map(\.value.time).min())
        touched.insert(id)
        if let newest = gone.first { cuts[id] = MessageKey.seq(of: newest.key) + 1 }
    }
}

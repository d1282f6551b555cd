/// The record of what has become of a cohort's messages: each change must come to all in its dialogue, or a later one of the
/// same message, and in the order of their places.
///
/// Members and dialogues have the numbers that they have in `Cohort`.
struct ChangeLedger: Sendable {
    enum Way: Sendable {
        /// The reply to the member who asked for it.
        case acknowledged
        case live
        /// By the reply to `session.open`.
        case resumed
    }

    private struct Key: Hashable {
        let dialogue: Int
        let seq: UInt64
    }

    /// The newest change of a message, and the members who have it.
    private struct Entry {
        var place: UInt64
        var state: String
        var members: UInt64
    }

    private let size: Int
    private var entries: [Key: Entry] = [:]
    /// Of each member and dialogue: the place that was told last.
    private var positions: [UInt64]
    /// Messages whose newest change has not come to all.
    private(set) var incomplete = 0
    /// Messages that were said to be there no longer when a member wanted to change them.
    private var refused: Set<Key> = []

    /// The state of a message that was recalled.
    static let recalled = "recalled"

    init(size: Int) {
        precondition((2...64).contains(size), "\(size) members have no bits")
        self.size = size
        positions = Array(repeating: 0, count: size * size * size)
    }

    /// Up to where a member has been told everything.
    func position(of member: Int, in dialogue: Int) -> UInt64 { positions[member * size * size + dialogue] }

    /// A resume has told everything up to there.
    mutating func resume(_ member: Int, in dialogue: Int, at place: UInt64) {
        positions[member * size * size + dialogue] = max(position(of: member, in: dialogue), place)
    }

    /// A member learns that a message has changed; `state`: what it is since, without what only that member is told.
    mutating func hear(
        _ place: UInt64, of seq: UInt64, _ state: String, by member: Int, in dialogue: Int, _ way: Way
    ) -> (fault: Fault, what: String)? {
        let position = position(of: member, in: dialogue)
        if way == .live {
            if place == position { return (.doubled, "change \(place) came again") }
            if place < position { return (.reordered, "change \(place) came after \(position)") }
            positions[member * size * size + dialogue] = place
        }
        return note(place, Key(dialogue: dialogue, seq: seq), state, by: member)
    }

    private mutating func note(
        _ place: UInt64, _ key: Key, _ state: String, by member: Int
    ) -> (fault: Fault, what: String)? {
        var entry = Entry(place: place, state: state, members: 0)
        if let known = entries[key] {
            // It will be told of the newer one, or has been.
            if place < known.place { return nil }
            if place == known.place {
                guard known.state == state else {
                    return (.disagreeing, "change \(place) of \(key.seq) is \(known.state), and \(state)")
                }
                entry = known
            }
            if !isComplete(known, key) { incomplete -= 1 }
        }
        entry.members |= 1 << UInt64(member)
        if !isComplete(entry, key) { incomplete += 1 }
        entries[key] = entry
        return nil
    }

    private func isComplete(_ entry: Entry, _ key: Key) -> Bool {
        let count = key.dialogue == Cohort.everybody ? size : 2
        return entry.members.nonzeroBitCount == count
    }

    /// A change was refused since there is no such message: somebody has recalled it.
    mutating func refuse(_ seq: UInt64, in dialogue: Int) { refused.insert(Key(dialogue: dialogue, seq: seq)) }

    /// In the end all have heard of those recalls.
    var wronglyRefused: Int { refused.count { entries[$0]?.state != Self.recalled } }

    /// The change that has waited longest for somebody to be told of it.
    var oldestIncomplete: String? {
        let oldest = entries.filter { !isComplete($0.value, $0.key) }.min { $0.value.place < $1.value.place }
        return oldest.map { "change \($0.value.place) of message \($0.key.seq) in dialogue \($0.key.dialogue)" }
    }
}

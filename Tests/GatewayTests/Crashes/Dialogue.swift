/// What the gateway has shown to be otherwise than it promised.
struct Contradiction: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func hold(_ isSo: Bool, _ contradiction: @autoclosure () -> String) throws {
    if !isSo { throw Contradiction(contradiction()) }
}

/// What the conversation of two users must be, from the replies that came.
struct Dialogue: Sendable {
    struct Line: Sendable, Equatable {
        let author: Int
        let clientID: String
        let msgID: String
        let time: Int
    }

    /// One user's side of it.
    struct Side: Sendable {
        let user: Int
        var option = 0
        var isPinned = false
        var readSeq = 0
        /// The time of the newest line that the other knows this user has read.
        var receiptTime = 0
        /// What passed while nothing was wanted.
        var held: [ClosedRange<Int>] = []
        /// Since when nothing is wanted.
        var heldSince: Int?
        /// Up to which seq the device has it.
        var heard = 0
        /// The seqs that came to the device since: with the replies to its own lines, and with events.
        var got: Set<Int> = []
        /// The last one that came with an event.
        var lastEvent = 0

        func isHeld(_ seq: Int) -> Bool {
            held.contains { $0.contains(seq) } || heldSince.map { seq >= $0 } ?? false
        }
    }

    private(set) var lines: [Int: Line] = [:]
    private var seqs: [String: Int] = [:]
    var sides: [Int: Side]

    init(_ one: Int, _ other: Int) {
        sides = [one: Side(user: one), other: Side(user: other)]
    }

    /// The highest seq that was seen; the number of lines, when every request has its reply.
    var head: Int { lines.count }
    var isWhole: Bool { lines.keys.max() ?? 0 == lines.count }

    /// A line that was seen somewhere: at one seq for ever, and at no other.
    mutating func learn(_ line: Line, at seq: Int) throws {
        if let known = lines[seq] { return try hold(known == line, "seq \(seq) was \(known) and is \(line)") }
        if let other = seqs[line.clientID] {
            throw Contradiction("\(line.clientID) is doubled: at seq \(other) and at \(seq)")
        }
        lines[seq] = line
        seqs[line.clientID] = seq
    }

    func knows(_ clientID: String) -> Bool { seqs[clientID] != nil }

    // MARK: - Changes; whether there is an event of it in a stream

    mutating func pin(_ isPinned: Bool, by user: Int) -> Bool {
        defer { sides[user]!.isPinned = isPinned }
        return sides[user]!.isPinned != isPinned
    }

    mutating func receive(_ option: Int, by user: Int) -> Bool {
        let former = sides[user]!.option
        guard former != option else { return false }
        sides[user]!.option = option
        if option == 1 { sides[user]!.heldSince = head + 1 }
        if former == 1, let start = sides[user]!.heldSince.take(), start <= head {
            sides[user]!.held.append(start...head)
        }
        return true
    }

    mutating func read(upTo seq: Int, by user: Int) -> (isChanged: Bool, isToldToTheOther: Bool) {
        let side = sides[user]!
        guard seq > side.readSeq else { return (false, false) }
        let before = unread(of: user)
        sides[user]!.readSeq = seq
        let newest = (side.readSeq + 1...seq).last { lines[$0]!.author != user }.map { lines[$0]!.time } ?? 0
        sides[user]!.receiptTime = max(side.receiptTime, newest)
        return (unread(of: user) != before, newest > side.receiptTime)
    }

    // MARK: - What follows

    func unread(of user: Int) -> Int {
        let side = sides[user]!
        guard side.readSeq < head else { return 0 }
        return (side.readSeq + 1...head).count { lines[$0]!.author != user && !side.isHeld($0) }
    }

    /// The last line that is one for this user.
    func lastSeq(for user: Int) -> Int? {
        let side = sides[user]!
        return (1...head).last { lines[$0]!.author == user || !side.isHeld($0) }
    }

    // MARK: - What a device has

    /// Takes note that everything up to there has come to the device's session, but for what it did not want.
    mutating func hear(_ user: Int) throws {
        let side = sides[user]!
        let end = max(side.got.max() ?? 0, side.heard)
        for seq in side.heard..<end where !side.got.contains(seq + 1) {
            try hold(
                side.isHeld(seq + 1) && lines[seq + 1]?.author != user, "seq \(seq + 1) did not come to user \(user)")
        }
        sides[user]!.heard = end
        sides[user]!.got = []
        sides[user]!.lastEvent = 0
    }
}

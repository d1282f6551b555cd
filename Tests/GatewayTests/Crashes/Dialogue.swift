/// A state that the gateway shows, and that contradicts its promise.
struct Contradiction: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func hold(_ isSo: Bool, _ contradiction: @autoclosure () -> String) throws {
    if !isSo { throw Contradiction(contradiction()) }
}

/// The expected state of the conversation of two users, from the replies that came.
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
        /// The messages that passed while none was wanted.
        var held: [ClosedRange<Int>] = []
        /// Since when nothing is wanted.
        var heldSince: Int?
        /// Up to which seq the device has it.
        var heard = 0
        /// The seqs that came to the device since: with the replies to its own lines, and with events.
        var got: Set<Int> = []
        /// The last one that came with an event.
        var lastEvent = 0
        /// The messages that the device was given when it came back, until they can be judged.
        var answer: Answer?

        func isHeld(_ seq: Int) -> Bool {
            held.contains { $0.contains(seq) } || heldSince.map { seq >= $0 } ?? false
        }
    }

    /// To a device that came back: the seqs of the messages that it was given, of all that had been missed.
    struct Answer: Sendable {
        let missed: Range<Int>
        let given: [Int]
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

    /// Only lines up to there matter, and all of them are known: others may be under way.
    mutating func read(upTo seq: Int, by user: Int) -> (isChanged: Bool, isToldToTheOther: Bool) {
        let side = sides[user]!
        guard seq > side.readSeq else { return (false, false) }
        sides[user]!.readSeq = seq
        let read = (side.readSeq + 1...seq).filter { lines[$0]!.author != user }
        let newest = read.last.map { lines[$0]!.time } ?? 0
        sides[user]!.receiptTime = max(side.receiptTime, newest)
        return (read.contains { isWanted($0, by: user) }, newest > side.receiptTime)
    }

    // MARK: - What follows

    /// Whether a line is one for this user, and not the other's while nothing of the other was wanted.
    private func isWanted(_ seq: Int, by user: Int) -> Bool {
        lines[seq]?.author == user || !sides[user]!.isHeld(seq)
    }

    func unread(of user: Int) -> Int {
        (sides[user]!.readSeq..<head).count { lines[$0 + 1]!.author != user && isWanted($0 + 1, by: user) }
    }

    func lastWanted(by user: Int) -> Int? {
        (0..<head).last { isWanted($0 + 1, by: user) }.map { $0 + 1 }
    }

    // MARK: - What a device has

    /// Takes note that everything up to there has come to the device's session, but for what it did not want.
    mutating func hear(_ user: Int) throws {
        let side = sides[user]!
        let end = max(side.got.max() ?? 0, side.heard)
        for seq in side.heard..<end where !side.got.contains(seq + 1) {
            try hold(!isWanted(seq + 1, by: user), "seq \(seq + 1) did not come to user \(user)")
        }
        sides[user]!.heard = end
        sides[user]!.got = []
        sides[user]!.lastEvent = 0
    }

    /// When everything asked for before has its reply, it is certain what the device was to be given.
    mutating func judgeAnswer(to user: Int) throws {
        guard let answer = sides[user]!.answer.take() else { return }
        let due = answer.missed.filter { isWanted($0, by: user) }
        try hold(answer.given == due, "user \(user) came back, was due \(due), and was given \(answer.given)")
    }
}

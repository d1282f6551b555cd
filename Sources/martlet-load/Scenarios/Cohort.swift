/// The record of a few users who write to each other, two by two and all together: what was sent, and who has it.
///
/// Members have numbers from 0. A dialogue of two is at `a × size + b` with a < b, that of all is at 0.
struct Cohort: Sendable {
    /// The sender of a message, and its number among the sender's; its client message id says both.
    struct Mark: Hashable, Sendable {
        let sender: Int
        let number: UInt64
    }

    enum Way: Sendable {
        /// The sender's reply.
        case acknowledged
        case live
        /// By the reply to `session.open`.
        case resumed
    }

    enum Finding: Equatable, Sendable {
        case fine(due: Int64?)
        /// As may be: one's own message, or one that came live, given again by a resume.
        case known
        case fault(Fault, String)
    }

    /// A message that not all have yet.
    private struct Message {
        let mark: Mark?
        var lacking: Int
    }

    private struct Sent {
        let due: Int64
        var seq: UInt64?
    }

    /// The messages of a dialogue that a member has got.
    private struct Received {
        /// Everything up to here, and beyond it only those.
        var upTo: UInt64 = 0
        var ahead: Set<UInt64> = []
        var lastLive: UInt64 = 0
        /// Of the others, rising.
        var unread: [UInt64] = []
    }

    let size: Int
    private var messages: [[UInt64: Message]]
    private var received: [Received]
    /// Of each member, those that not all have.
    private var sent: [[UInt64: Sent]]
    private var numbers: [UInt64]

    init(size: Int) {
        self.size = size
        messages = Array(repeating: [:], count: size * size)
        received = Array(repeating: Received(), count: size * size * size)
        sent = Array(repeating: [:], count: size)
        numbers = Array(repeating: 0, count: size)
    }

    func dialogue(_ one: Int, _ other: Int) -> Int { min(one, other) * size + max(one, other) }

    static let everybody = 0

    /// Every message that was sent has come to all.
    var isComplete: Bool { sent.allSatisfy(\.isEmpty) }

    /// The first that has not, of all members.
    var oldestIncomplete: (mark: Mark, isStored: Bool)? {
        for (sender, those) in sent.enumerated() {
            if let number = those.keys.min() {
                // It is one of its keys.
                return (Mark(sender: sender, number: number), those[number]!.seq != nil)
            }
        }
        return nil
    }

    var incomplete: (stored: Int, unanswered: Int) {
        let all = sent.flatMap(\.values)
        let stored = all.count { $0.seq != nil }
        return (stored, all.count - stored)
    }

    /// Dialogues in which a member lacks a number that no message has; look when all is complete.
    var dialoguesWithHoles: Int {
        (0..<size * size).count { dialogue in
            (0..<size).contains { !received[$0 * size * size + dialogue].ahead.isEmpty }
        }
    }

    /// Takes a number for a message.
    mutating func send(by sender: Int, due: Int64) -> Mark {
        numbers[sender] += 1
        sent[sender][numbers[sender]] = Sent(due: due)
        return Mark(sender: sender, number: numbers[sender])
    }

    /// A message that was refused: nobody will have it.
    mutating func forget(_ mark: Mark) {
        sent[mark.sender][mark.number] = nil
    }

    func isIncomplete(_ mark: Mark) -> Bool { sent[mark.sender][mark.number] != nil }

    /// A member learns that the dialogue has a message at `seq`; without a mark it is a notification.
    mutating func hear(_ seq: UInt64, _ mark: Mark?, by member: Int, in dialogue: Int, _ way: Way) -> Finding {
        let place = member * size * size + dialogue
        if seq <= received[place].upTo || received[place].ahead.contains(seq) {
            return again(seq, mark, by: member, in: dialogue, way)
        }
        var finding = store(seq, mark, in: dialogue)
        if case .fault = finding { return finding }
        if way == .live {
            if seq < received[place].lastLive {
                finding = .fault(.reordered, "\(name(mark)) came as \(seq) after \(received[place].lastLive)")
            }
            received[place].lastLive = max(received[place].lastLive, seq)
        } else if way == .resumed, mark?.sender != member, let later = received[place].ahead.max(), seq < later {
            finding = .fault(.missing, "\(seq) was not told while the connection was open, and \(later) was")
        }
        learn(seq, at: place, isOthers: mark.map { $0.sender != member } ?? false)
        complete(seq, mark, in: dialogue)
        return finding
    }

    private func again(_ seq: UInt64, _ mark: Mark?, by member: Int, in dialogue: Int, _ way: Way) -> Finding {
        if let message = messages[dialogue][seq], message.mark != mark {
            return .fault(.disagreeing, "\(seq) is \(name(message.mark)), and \(name(mark))")
        }
        let isAhead = seq > received[member * size * size + dialogue].upTo
        if way == .acknowledged || way == .resumed && (isAhead || mark?.sender == member) { return .known }
        return .fault(.doubled, "\(name(mark)) came again as \(seq)")
    }

    private mutating func store(_ seq: UInt64, _ mark: Mark?, in dialogue: Int) -> Finding {
        if let message = messages[dialogue][seq] {
            guard message.mark == mark else {
                return .fault(.disagreeing, "\(seq) is \(name(message.mark)), and \(name(mark))")
            }
            return .fine(due: mark.flatMap { sent[$0.sender][$0.number]?.due })
        }
        if let mark {
            guard let message = sent[mark.sender][mark.number] else {
                return .fault(.unexpected, "\(seq) is \(name(mark)), which nobody sent or everybody has")
            }
            if let other = message.seq { return .fault(.doubled, "\(name(mark)) is \(other), and \(seq)") }
            // The message was found above.
            sent[mark.sender][mark.number]!.seq = seq
        }
        messages[dialogue][seq] = Message(mark: mark, lacking: dialogue == Self.everybody ? size : 2)
        return .fine(due: mark.flatMap { sent[$0.sender][$0.number]?.due })
    }

    private mutating func learn(_ seq: UInt64, at place: Int, isOthers: Bool) {
        received[place].ahead.insert(seq)
        while received[place].ahead.remove(received[place].upTo + 1) != nil { received[place].upTo += 1 }
        if isOthers { received[place].unread.append(seq) }
    }

    private mutating func complete(_ seq: UInt64, _ mark: Mark?, in dialogue: Int) {
        // Some member has not had the message yet.
        messages[dialogue][seq]!.lacking -= 1
        // The message is still there.
        guard messages[dialogue][seq]!.lacking == 0 else { return }
        messages[dialogue][seq] = nil
        if let mark { sent[mark.sender][mark.number] = nil }
    }

    private func name(_ mark: Mark?) -> String {
        mark.map { "message \($0.number) of member \($0.sender)" } ?? "a notification"
    }

    // MARK: - Reading

    /// Up to where a member has everything.
    func position(of member: Int, in dialogue: Int) -> UInt64 { received[member * size * size + dialogue].upTo }

    /// The member has said, and been answered, that it has read up to there.
    mutating func read(upTo seq: UInt64, by member: Int, in dialogue: Int) {
        received[member * size * size + dialogue].unread.removeAll { $0 <= seq }
    }

    /// The message was recalled.
    mutating func forget(unread seq: UInt64, by member: Int, in dialogue: Int) {
        received[member * size * size + dialogue].unread.removeAll { $0 == seq }
    }

    func unread(by member: Int, in dialogue: Int) -> Int { received[member * size * size + dialogue].unread.count }

    /// The total that the gateway must tell the member.
    func unread(by member: Int) -> Int {
        let places = member * size * size..<(member + 1) * size * size
        return received[places].reduce(0) { $0 + $1.unread.count }
    }
}

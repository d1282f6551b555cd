/// One sender's messages between sending and their completion: acknowledged, and delivered where that is expected.
///
/// They are numbered from 1 in the order they are sent. Complete messages are forgotten, so that memory is bounded by
/// what is on the way and not by the run.
struct InFlight: Sendable {
    private struct Message {
        var due: Int64 = 0
        /// 0: not yet.
        var acknowledgedSeq: UInt64 = 0
        var deliveredSeq: UInt64 = 0
        var deliveries = 0
        var isComplete = false
    }

    /// The meaning of an acknowledgement or a delivery of a message.
    enum Arrival: Equatable {
        /// The message was due then.
        case fine(due: Int64)
        case again
        /// The other of the two gave another sequence number.
        case disagreeing(other: UInt64)
        case unknown
    }

    /// To how many clients each is delivered.
    private let receivers: Int
    /// A ring: message `n` is at `n` modulo its size, which is a power of two.
    private var ring: [Message]
    /// The oldest message that is not complete.
    private var oldest: UInt64 = 1
    private var next: UInt64 = 1
    private(set) var unacknowledged = 0
    /// Messages that are sent and not complete.
    private(set) var incomplete = 0

    init(receivers: Int) {
        self.receivers = receivers
        ring = Array(repeating: Message(), count: 8)
    }

    var sent: Int { Int(next) - 1 }

    mutating func send(due: Int64) -> UInt64 {
        if next - oldest == UInt64(ring.count) { grow() }
        let number = next
        ring[place(number)] = Message(due: due)
        next += 1
        unacknowledged += 1
        incomplete += 1
        return number
    }

    mutating func acknowledge(_ number: UInt64, seq: UInt64) -> Arrival {
        guard number < next, number > 0 else { return .unknown }
        guard number >= oldest, ring[place(number)].acknowledgedSeq == 0, !ring[place(number)].isComplete else {
            return .again
        }
        ring[place(number)].acknowledgedSeq = seq
        unacknowledged -= 1
        return arrived(number, seq, other: ring[place(number)].deliveredSeq)
    }

    mutating func deliver(_ number: UInt64, seq: UInt64) -> Arrival {
        guard number < next, number > 0 else { return .unknown }
        guard number >= oldest, ring[place(number)].deliveries < receivers, !ring[place(number)].isComplete else {
            return .again
        }
        let other = ring[place(number)].acknowledgedSeq
        ring[place(number)].deliveredSeq = seq
        ring[place(number)].deliveries += 1
        return arrived(number, seq, other: other)
    }

    /// The server has refused the message; false: it was not waiting for an answer.
    mutating func refuse(_ number: UInt64) -> Bool {
        guard number >= oldest, number < next, !ring[place(number)].isComplete,
            ring[place(number)].acknowledgedSeq == 0
        else { return false }
        unacknowledged -= 1
        complete(number)
        return true
    }

    /// Acknowledged and not delivered.
    var undelivered: Int { incomplete - unacknowledged }

    /// The first of them, or of those not even acknowledged.
    var oldestIncomplete: UInt64 { oldest }

    private mutating func arrived(_ number: UInt64, _ seq: UInt64, other: UInt64) -> Arrival {
        let message = ring[place(number)]
        let due = message.due
        if message.acknowledgedSeq != 0, message.deliveries == receivers { complete(number) }
        return other != 0 && other != seq ? .disagreeing(other: other) : .fine(due: due)
    }

    private mutating func complete(_ number: UInt64) {
        ring[place(number)].isComplete = true
        incomplete -= 1
        while oldest < next, ring[place(oldest)].isComplete { oldest += 1 }
    }

    private func place(_ number: UInt64) -> Int { Int(number) & (ring.count - 1) }

    private mutating func grow() {
        var larger = Array(repeating: Message(), count: ring.count * 2)
        for number in oldest..<next { larger[Int(number) & (larger.count - 1)] = ring[place(number)] }
        ring = larger
    }
}

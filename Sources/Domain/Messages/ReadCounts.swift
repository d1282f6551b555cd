/// D-02: counts who has read messages of a group by the positions up to which its members have read. All messages are counted
/// in one pass over the members.
package struct ReadCounts {
    private let seqs: AscendingNumbers<Seq>
    private let times: AscendingNumbers<Stamp>
    /// By message: how many more count there than one message before. Behind the last one stands what nobody asks for.
    private var receivers: [Int]
    private var readers: [Int]

    /// In their order.
    package init(of messages: [(seq: Seq, sentAt: Stamp)]) {
        seqs = AscendingNumbers(messages.map(\.seq))
        times = AscendingNumbers(messages.map(\.sentAt))
        receivers = Array(repeating: 0, count: messages.count + 1)
        readers = receivers
    }

    /// D-04: a member who came after a message is in neither of its numbers.
    package mutating func add(readSeq: Seq, joinedAt: Stamp) {
        let first = times.count(below: joinedAt)
        receivers[first] += 1
        let end = seqs.count(below: readSeq + 1)
        guard first < end else { return }
        readers[first] += 1
        readers[end] -= 1
    }

    /// Of each message.
    package var counts: [(read: Int, unread: Int)] {
        var (there, read) = (0, 0)
        return zip(receivers, readers).dropLast().map { more, moreRead in
            there += more
            read += moreRead
            return (read, there - read)
        }
    }
}

/// Filled up to a power of two: a search in them has no branch that a processor could guess wrongly, as it would thousands of
/// times in a large group.
private struct AscendingNumbers<Number: TypedNumber> {
    private let numbers: [Number]

    init(_ ascending: [Number]) {
        var size = 1
        while size <= ascending.count { size *= 2 }
        numbers = ascending + Array(repeating: Number(rawValue: .max), count: size - ascending.count)
    }

    func count(below bound: Number) -> Int {
        var (found, step) = (0, numbers.count / 2)
        while step > 0 {
            found += numbers[found + step - 1] < bound ? step : 0
            step /= 2
        }
        return found
    }
}

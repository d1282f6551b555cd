import Domain

/// A conversation as it is for all its members. Lives on the writer's thread.
final class Conversation {
    let number: Int64
    /// The members' account numbers; the same one twice in the conversation with oneself. Of a group: 0 and its number.
    let low: Int64
    let high: Int64
    /// The head is the last message itself, which retention leaves alone: nothing to keep in step with it.
    var last: StoredMessage?
    /// C-Q12: the last messages that named all members, ascending.
    private(set) var callsToAll: [CallToAll] = []

    init(number: Int64, low: Int64, high: Int64, last: StoredMessage?) {
        self.number = number
        self.low = low
        self.high = high
        self.last = last
    }

    var lastSeq: Int64 { last?.seq ?? 0 }

    var type: ConversationType { group == nil ? .c2c : .group }

    /// The group's number, if it is the conversation of one.
    var group: Int64? { low == 0 ? high : nil }

    func note(_ call: CallToAll) {
        callsToAll.append(call)
        if callsToAll.count > AtInfo.most { callsToAll.removeFirst() }
    }

    /// How many messages of others count for this member so far (C-Q10); `Unread` speaks of these.
    func counted(for account: Int64) -> Int64 {
        last?.counted(for: account, in: self) ?? 0
    }

    func peer(of account: Int64) -> Int64 { account == low ? high : low }
}

/// A message that named all members of a group.
struct CallToAll {
    let seq: Int64
    let id: Int64
    let sender: Int64
}

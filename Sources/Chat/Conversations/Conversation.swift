import Domain

/// A conversation as it is for all its members. Lives on the writer's queue.
final class Conversation {
    let number: ConversationNumber
    let parties: Parties
    /// The head is the last message itself, which retention leaves alone: nothing to keep in step with it.
    var last: StoredMessage?
    /// C-Q12: the last messages that named all members, ascending.
    private(set) var callsToAll: [CallToAll] = []

    init(number: ConversationNumber, parties: Parties, last: StoredMessage?) {
        self.number = number
        self.parties = parties
        self.last = last
    }

    var lastSeq: Seq { last?.seq ?? 0 }

    var type: ConversationType { group == nil ? .c2c : .group }

    /// The group's number, if it is the conversation of one.
    var group: GroupNumber? { parties.group }

    /// Of a group: the group.
    var eventSubject: EventSubject { group.map(EventSubject.group) ?? .conversation(number) }

    func note(_ call: CallToAll) {
        callsToAll.append(call)
        if callsToAll.count > AtInfo.most { callsToAll.removeFirst() }
    }

    /// How many messages of others count for this member so far (C-Q10); `Unread` speaks of these.
    func counted(for account: AccountNumber) -> Int64 {
        last?.counted(for: account, in: self) ?? 0
    }

    /// Whether the account is the lower of two.
    func isLow(_ account: AccountNumber) -> Bool {
        if case .users(let pair) = parties { pair.low == account } else { false }
    }

    /// The other of two users; nil in a group.
    func peer(of account: AccountNumber) -> AccountNumber? {
        guard case .users(let pair) = parties else { return nil }
        return pair.other(than: account)
    }
}

/// A message that named all members of a group.
struct CallToAll {
    let seq: Seq
    let id: MessageNumber
    let sender: AccountNumber
}

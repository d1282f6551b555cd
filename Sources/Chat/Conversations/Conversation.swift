import Domain

/// A conversation as it is for all its members. Lives on the writer's queue.
final class Conversation {
    let number: ConversationNumber
    let parties: Parties
    /// The last message that lists show. It is the row itself, which retention leaves alone: nothing to keep in step with it.
    var last: StoredMessage?
    /// M-54: the last message that is for some members alone, which no list shows.
    var targeted: (id: MessageNumber, seq: Seq)?
    /// C-Q12: the last messages that named all members, ascending.
    private(set) var callsToAll: [CallToAll] = []
    /// M-08: the place of the last change of a message; 0: none was ever changed, and nothing is void.
    private(set) var change: Seq
    /// M-09: changes up to there are known no more.
    private(set) var changesLost: Seq
    /// M-02: of each side.
    private var voids: [VoidSide: Voids] = [:]
    private var hasVoids = false
    /// The last changes by which a member's count or last message may be another; those up to `changesForgotten` are left out.
    private var telling: [TellingChange] = []
    private var changesForgotten: Seq

    init(number: ConversationNumber, parties: Parties, last: StoredMessage?, change: Seq = 0, changesLost: Seq = 0) {
        self.number = number
        self.parties = parties
        self.last = last
        self.change = change
        self.changesLost = changesLost
        changesForgotten = change
    }

    var lastSeq: Seq { last?.seq ?? 0 }

    /// The newest message of all.
    var head: (id: MessageNumber, seq: Seq)? {
        if let targeted, targeted.seq > lastSeq { return targeted }
        return last.map { ($0.id, $0.seq) }
    }

    var headSeq: Seq { head?.seq ?? 0 }

    var type: ConversationType { group == nil ? .c2c : .group }

    /// The group's number, if it is the conversation of one.
    var group: GroupNumber? { parties.group }

    /// Of a group: the group.
    var eventSubject: EventSubject { group.map(EventSubject.group) ?? .conversation(number) }

    func note(_ call: CallToAll) {
        let index = callsToAll.lastIndex { $0.seq < call.seq }.map { $0 + 1 } ?? 0
        callsToAll.insert(call, at: index)
        if callsToAll.count > AtInfo.most { callsToAll.removeFirst() }
    }

    func forgetCall(_ seq: Seq) { callsToAll.removeAll { $0.seq == seq } }

    /// How many messages of others count for this member so far (C-Q10); `Unread` speaks of these.
    func counted(for account: AccountNumber) -> Int64 {
        last?.counted(for: account, in: self) ?? 0
    }

    // MARK: - Changes of messages

    func note(change: Seq) { self.change = change }

    func note(lostThrough place: Seq) { changesLost = max(changesLost, place) }

    /// The side whose counted numbers apply to the account.
    func side(of account: AccountNumber) -> VoidSide { group != nil ? .all : isLow(account) ? .low : .high }

    func setVoids(_ voids: Voids, of side: VoidSide) {
        self.voids[side] = voids.isEmpty ? nil : voids
        hasVoids = !self.voids.isEmpty
    }

    func voids(of side: VoidSide) -> Voids { voids[side] ?? Voids() }

    func voids(for account: AccountNumber) -> Voids { hasVoids ? voids(of: side(of: account)) : Voids() }

    /// How many messages are unread for the account, which has read so far.
    func unread(_ unread: Unread, for account: AccountNumber) -> Int64 {
        let counted = counted(for: account)
        return hasVoids ? unread.count(of: counted, without: voids(for: account)) : unread.count(of: counted)
    }

    /// Whether a change after that place may have changed what the member sees in its list.
    func concerns(_ edit: MembershipEdit, since told: Seq) -> Bool {
        if told < changesForgotten { return true }
        return telling.contains { $0.place > told && $0.concerns(edit) }
    }

    func note(_ change: TellingChange) {
        telling.append(change)
        if telling.count > mostTellingChanges { changesForgotten = telling.removeFirst().place }
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

/// So many changes are looked through for each member; a member who was told before them is told again.
private let mostTellingChanges = 64

/// M-07: a change by which some members see another count or another last message.
struct TellingChange {
    let place: Seq
    let message: StoredMessage
    /// The message counted before.
    let isVoid: Bool
    /// The message has come to name all members, or does so no more.
    let movesCall: Bool

    fileprivate func concerns(_ edit: MembershipEdit) -> Bool {
        if movesCall, message.sender != edit.account.number, edit.membership.shows(message.seq, message.id) {
            return true
        }
        if edit.membership.lastMessage(of: edit.conversation)?.id == message.id { return true }
        guard isVoid, let number = message.number(for: edit.account.number, in: edit.conversation) else { return false }
        return edit.membership.unread.isUnread(number)
    }
}

/// A message that named all members of a group.
struct CallToAll {
    let seq: Seq
    let id: MessageNumber
    let sender: AccountNumber
}

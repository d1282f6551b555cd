import ClientProtocol
import Domain
import Storage

/// T-09, T-Q31: a page of a conversation's messages. Read from the store alone, on any reader's queue.
package struct History: Sendable {
    package enum Direction: String, CaseIterable, Sendable {
        case older, newer
    }

    /// A seq; 0: the end of the conversation that the direction begins at.
    package private(set) var cursor: Seq
    package let direction: Direction
    package let limit: Int
    /// The bytes that a page may take, about.
    package let bytes: Int
    /// The stamp before which messages are no longer given out.
    package let cutoff: Stamp
    /// Messages that have expired by then are not given out either.
    package let now: Milliseconds
    /// M-12: instead of a cursor, the message in the middle of the page.
    package let around: MessageNumber?

    package init(
        cursor: Seq, direction: Direction, limit: Int, bytes: Int = .max, cutoff: Stamp, now: Milliseconds,
        around: MessageNumber? = nil
    ) {
        self.around = around
        self.cursor = cursor
        self.direction = direction
        self.limit = limit
        self.bytes = bytes
        self.cutoff = cutoff
        self.now = now
    }

    package struct Page: Sendable {
        package var messages: [MessageView] = []
        /// 0: there are no more.
        package var next: Seq = 0
        /// M-08: the place of the last change in the conversation.
        package var change: Seq = 0
    }

    package func page(
        of id: ConversationID, for user: UserID, account: AccountNumber, in store: any Transaction
    ) throws(CommandError) -> Page {
        switch id {
        case .c2c(let peer): try page(ofPeer: peer, for: user, account: account, in: store)
        case .group(let group): try page(ofGroup: group, for: (account, user), in: store)
        }
    }

    /// for administrators, with what its members do not see. `user`: of a conversation between two, the one of them for
    /// whom `id` names the other.
    package func wholePage(
        of id: ConversationID, with user: UserID?, in store: any Transaction
    ) throws(CommandError) -> Page {
        switch id {
        case .group(let group): return try page(ofGroup: group, for: nil, in: store)
        case .c2c(let peer):
            guard let user, let account = try stored(Account.find(user, in: store)) else {
                throw .refused(.noTarget, keys: ["userID"])
            }
            return try page(ofPeer: peer, for: user, account: account.number, isWhole: true, in: store)
        }
    }

    private func page(
        ofPeer peer: UserID, for user: UserID, account: AccountNumber, isWhole: Bool = false, in store: any Transaction
    ) throws(CommandError) -> Page {
        guard let other = try stored(Account.find(peer, in: store)) else {
            throw .refused(.noTarget, keys: ["conversationID"])
        }
        guard let found = try stored(Chain.find(.users(account, other.number), in: store)) else {
            if other.state == .deleted { throw .refused(.noTarget, keys: ["conversationID"]) }
            if around != nil { throw .refused(.noMessage, keys: ["around"]) }
            return Page()
        }
        let recipient = MessageRecipient(account: account, user: user, joinedAt: nil)
        return try page(found, for: isWhole ? nil : recipient, in: store) { message in
            MessageView(message: message, conversation: .c2c(peer), from: message.sender == account ? user : peer)
        }
    }

    /// T-Q31: for members, and from their joining on; without an account for administrators.
    private func page(
        ofGroup id: String, for member: (account: AccountNumber, user: UserID)?, in store: any Transaction
    ) throws(CommandError) -> Page {
        guard let group = groupNumber(id), let kind = try stored(GroupQueries.kind(of: group, in: store)) else {
            throw .refused(.nimNoGroup, keys: ["conversationID"])
        }
        let recipient = try member.map { account, user throws(CommandError) in
            guard let joinedAt = try stored(GroupQueries.joinedAt(account, of: group, in: store)) else {
                throw .refused(.nimNotInGroup, keys: ["conversationID"])
            }
            return MessageRecipient(account: account, user: user, joinedAt: joinedAt)
        }
        guard let found = try stored(Chain.find(.group(group), in: store)) else { return Page() }
        var names: [AccountNumber: UserID] = [:]
        return try page(found, for: recipient, in: store) { message throws(StoreError) in
            let known = names[message.sender]
            let sender = if let known { known } else { try Account.name(message.sender, in: store) }
            names[message.sender] = sender
            return MessageView(
                message: message, conversation: .group(id), from: sender,
                sessionType: kind == .group ? .group : .superGroup)
        }
    }

    private typealias Found = (conversation: ConversationNumber, chain: Chain?, change: Seq)

    private func page(
        _ found: Found, for recipient: MessageRecipient?, in store: any Transaction,
        _ view: (StoredMessage) throws(StoreError) -> MessageView
    ) throws(CommandError) -> Page {
        let sight =
            try recipient.map { recipient throws(CommandError) in
                try stored(Sight.find(recipient, found.conversation, in: store))
            } ?? Sight()
        let account = recipient?.account
        let first = sight.visibleAfter + 1
        var history = self
        if let around {
            history.cursor = try cursor(around: around, found.conversation, sight, in: store)
        }
        guard let chain = found.chain else { return Page(change: found.change) }
        let hidden = try stored(history.hidden(from: sight, chain, found.conversation, in: store))
        var page = try stored(history.page(chain, from: first, hidden, recipient, in: store, view))
        if let account {
            for index in page.messages.indices {
                try stored(page.messages[index].addOwnReactions(of: account, in: store))
            }
        }
        page.change = found.change
        return page
    }

    /// M-12: half of the page lies behind the message.
    private func cursor(
        around number: MessageNumber, _ conversation: ConversationNumber, _ sight: Sight, in store: any Transaction
    ) throws(CommandError) -> Seq {
        guard number.stamp >= cutoff, let message = try stored(StoredMessage.find(number, in: store)),
            message.conversation == conversation, sight.recipient == nil || message.settings.contains(.history),
            !message.isGone(at: now),
            try stored(sight.shows(message.seq, message.audience, of: conversation, in: store))
        else { throw .refused(.noMessage, keys: ["around"]) }
        let half = Int64(limit / 2) + 1
        return direction == .older ? message.seq + half : max(message.seq - half, 0)
    }

    private func page(
        _ chain: Chain, from first: Seq, _ hidden: Set<Seq>, _ recipient: MessageRecipient?, in store: any Transaction,
        _ view: (StoredMessage) throws(StoreError) -> MessageView
    ) throws(StoreError) -> Page {
        let filter = Chain.Filter(
            settings: recipient == nil ? [] : .history, hidden: hidden, recipient: recipient, cutoff: cutoff, now: now)
        let found =
            try direction == .older
            ? older(chain, from: first, filter, in: store) : newer(chain, from: first, filter, in: store)
        let fitting = fitting(found.messages)
        return Page(
            messages: try found.messages.prefix(fitting).map(view),
            next: fitting < found.messages.count ? found.messages[fitting - 1].seq : found.next)
    }

    /// How many of them go into a page: at least one.
    private func fitting(_ messages: [StoredMessage]) -> Int {
        var left = bytes
        var count = 0
        while count < min(limit, messages.count) {
            left -= messages[count].weight
            if left < 0, count > 0 { break }
            count += 1
        }
        return count
    }

    // One more than the limit, if there are as many: then there is a next page. Where many messages are not for the history, a
    // page ends early.

    private func older(
        _ chain: Chain, from first: Seq, _ filter: Chain.Filter, in store: any Transaction
    ) throws(StoreError) -> (messages: [StoredMessage], next: Seq) {
        let last = cursor > 0 ? min(cursor - 1, chain.lastSeq) : chain.lastSeq
        guard first <= last else { return ([], 0) }
        let walk = try chain.messages(first...last, filter, limit: limit + 1, steps: mostSteps, in: store)
        return (walk.messages, walk.cut ?? 0)
    }

    /// Chains are read from their end, so this goes on by pieces.
    private func newer(
        _ chain: Chain, from first: Seq, _ filter: Chain.Filter, in store: any Transaction
    ) throws(StoreError) -> (messages: [StoredMessage], next: Seq) {
        var found: [StoredMessage] = []
        let start = try chain.firstSeq(after: max(cursor, first - 1), since: cutoff, in: store)
        var next = start
        while found.count <= limit, next <= chain.lastSeq, next.count(after: start) < mostSteps {
            let end = next + Int64(limit)
            found += try chain.messages(next...end, filter, in: store).messages.reversed()
            next = end + 1
        }
        return (found, next <= chain.lastSeq ? next - 1 : 0)
    }

    /// M-27: of those that the page may look at.
    private func hidden(
        from sight: Sight, _ chain: Chain, _ conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Set<Seq> {
        guard let account = sight.recipient?.account, sight.hides else { return [] }
        let reach = Int64(mostSteps + limit) + 1
        let range: ClosedRange<Seq>
        switch direction {
        case .older:
            let last = cursor > 0 ? min(cursor, chain.lastSeq) : chain.lastSeq
            range = max(last - reach, 0)...last
        case .newer:
            let start = try chain.firstSeq(after: max(cursor, sight.visibleAfter), since: cutoff, in: store)
            range = start...(start + reach)
        }
        return try Memberships.hiddenSeqs(range, of: account, in: conversation, store)
    }
}

/// The part of the history that a user sees.
struct Sight {
    var visibleAfter: Seq = 0
    /// The user has deleted messages.
    var hides = false
    /// Nil: an administrator.
    var recipient: MessageRecipient?

    func shows(
        _ seq: Seq, _ audience: Audience?, of conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Bool {
        guard seq > visibleAfter else { return false }
        guard let recipient else { return true }
        guard recipient.isIn(audience) else { return false }
        guard hides else { return true }
        return try !Memberships.hides(seq, of: recipient.account, in: conversation, store)
    }

    static func find(
        _ recipient: MessageRecipient, _ conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Sight {
        var sight = Sight(recipient: recipient)
        try store.query(
            "SELECT visible_after, marks FROM membership WHERE id = $1",
            [.integer(PairKey.key(recipient.account, conversation))]
        ) { row in
            sight.visibleAfter = row.integer(0)
            sight.hides = MembershipMarks(rawValue: row.integer(1)).contains(.hides)
        }
        return sight
    }
}

/// How many messages one page looks at.
private let mostSteps = 1_000

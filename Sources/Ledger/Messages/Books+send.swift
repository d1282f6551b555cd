import ClientProtocol
import Domain
import JSON
import Storage

/// A message that somebody wants sent.
package struct Draft: Sendable {
    package let target: ConversationID
    package let clientID: String
    package let kind: MessageKind
    package let settings: MessageSettings
    package let body: String
    package let pushText: String?
    /// C-Q12: whom it names in a team, each once.
    package let mentions: [String]?
    package let memberOption: MemberPushOption?

    package init(
        target: ConversationID, clientID: String, kind: MessageKind, settings: MessageSettings, body: String,
        pushText: String?, mentions: [String]? = nil, memberOption: MemberPushOption? = nil
    ) {
        self.mentions = mentions
        self.memberOption = memberOption
        self.target = target
        self.clientID = clientID
        self.kind = kind
        self.settings = settings
        self.body = body
        self.pushText = pushText
    }
}

extension Books {
    /// T-03, T-Q16: sends the draft, or finds that it has been sent.
    package func send(_ draft: Draft, from number: Int64) throws -> MessageView {
        let sender = try caller(number)
        if let former = try formerlySent(draft, by: sender) { return former }
        switch draft.target {
        case .c2c(let target): return try send(draft, from: sender, to: target)
        case .group(let team): return try send(draft, from: sender, toTeam: team)
        }
    }

    private func send(_ draft: Draft, from sender: Account, to target: UserID) throws -> MessageView {
        guard let receiver = try reachableAccount(target) else { throw Refusal(.noTarget, keys: ["conversationID"]) }
        let pair = Pair(sender.number, receiver.number)
        let present = try conversation(of: pair)
        try checkCorrespondence(from: sender, to: receiver, in: present)
        let conversation = try present ?? makeConversation(of: pair)
        let message = try compose(draft, by: sender, in: conversation)
        try insert(message)
        try remember(message)
        try deliver(message, from: sender, to: receiver, in: conversation)
        try order(message, from: sender, to: receiver)
        return try view(message, in: conversation, for: sender)
    }

    private func send(_ draft: Draft, from sender: Account, toTeam id: String) throws -> MessageView {
        let team = try sendingTeam(id, sender)
        let naming = try naming(of: draft, by: sender, in: team)
        let message = try compose(draft, by: sender, in: conversation(of: team))
        try insert(message)
        try remember(message)
        if message.settings.contains(.teamReceipt) { try awaitReceipts(for: message, in: team) }
        try deliver(message, naming: naming, by: sender, to: team)
        try order(message, from: sender, to: team)
        return try view(message, ofTeam: team.number, kind: team.kind)
    }

    func compose(_ draft: Draft, by sender: Account, in conversation: Conversation) throws -> StoredMessage {
        let counts: Int64 = draft.settings.contains(.shouldBeCounted) ? 1 : 0
        let last = conversation.last
        return StoredMessage(
            id: try stamp(), conversation: conversation.number, seq: conversation.lastSeq + 1, sender: sender.number,
            kind: draft.kind, settings: draft.effectiveSettings, counted: (last?.counted ?? 0) + counts,
            countedLow: (last?.countedLow ?? 0) + (sender.number == conversation.low ? counts : 0),
            clientID: draft.clientID, body: draft.body, pushText: draft.pushText,
            previous: last?.id ?? 0, mentions: draft.mentionsText, memberOption: draft.memberOption?.json)
    }

    /// The message becomes the head; then what it does for either side, in the order of X-09.
    private func deliver(
        _ message: StoredMessage, from sender: Account, to receiver: Account, in conversation: Conversation
    ) throws {
        var own = try entry(of: sender, in: conversation)
        var theirs = sender === receiver ? nil : try entry(of: receiver, in: conversation)
        conversations.add(weight: message.weight - (conversation.last?.weight ?? 0))
        conversation.last = message
        if message.settings.contains(.sync) {
            let copy = MessageView(message: message, conversation: .c2c(receiver.id), from: sender.id)
            tell(.message(copy), to: sender, sparingOrigin: true)
        }
        let effect = theirs.map {
            Effect.c2c($0.membership.option, shouldBeCounted: message.settings.contains(.shouldBeCounted))
        }
        if let effect, effect.isSeen {
            let copy = MessageView(message: message, conversation: .c2c(sender.id), from: sender.id)
            tell(.message(copy), to: receiver)
        }
        try show(message, in: &own)
        if theirs != nil, effect!.isSeen {
            try show(message, in: &theirs!)
        } else if let theirs {
            try settle(theirs, stored: false)
        }
    }

    /// The message is the last one that this user sees: the conversation is new in the list, or changed (C-Q14).
    func show(_ message: StoredMessage, in entry: inout Entry, isChanged: Bool = false) throws {
        var isStored = isChanged
        let isNew = !entry.membership.isListed
        if isNew {
            try relist(&entry, at: message)
            isStored = true
        }
        if message.seq <= entry.membership.held.end {
            entry.membership.heldLast = message.id
            entry.membership.heldMessage = message
            isStored = true
        } else if entry.membership.heldLast != 0 {
            entry.membership.heldLast = 0
            entry.membership.heldMessage = nil
            isStored = true
        }
        try settle(entry, stored: isStored)
        let seq = isNew ? try note(.conversationNew, subject: entry.conversation.number, for: entry.account) : nil
        if entry.conversation.team == nil {
            tell(.conversations([try view(entry)], isNew: isNew, seq: seq), to: entry.account)
        } else {
            showings.add(
                Showings.Item(account: entry.account, conversation: entry.conversation, isNew: isNew, seq: seq))
        }
    }

    /// whatever was before, the message that brings a conversation back is the only one unread.
    private func relist(_ entry: inout Entry, at message: StoredMessage) throws {
        let mine = message.sender == entry.account.number || !message.settings.contains(.shouldBeCounted)
        let counted = entry.conversation.counted(for: entry.account.number)
        entry.membership.unread.read(upTo: mine ? counted : counted - 1)
        try enlist(&entry, at: message.id)
    }

    ///
    private func checkCorrespondence(from sender: Account, to receiver: Account, in conversation: Conversation?) throws
    {
        if sender === receiver { return }
        let backward = try standing(of: receiver, towards: sender, in: conversation)
        if backward == .blocked { throw Refusal(.blacklisted) }
        guard options.requiresFriend else { return }
        let forward = try standing(of: sender, towards: receiver, in: conversation)
        switch Correspondence.obstacle(forward: forward.isFriend, backward: backward.isFriend) {
        case nil: return
        case .neitherHasTheOther: throw Refusal(.notFriends)
        case .receiverIsNotFriend: throw Refusal(.receiverNotFriend)
        case .senderIsNotFriend: throw Refusal(.senderNotFriend)
        }
    }
}

// MARK: - Repeats

extension Books {
    /// Messages of one period lie together, so that what nobody can repeat any more goes in one piece.
    private var retryPeriod: Int64 { now / (Int64(options.retryHours) * 3_600_000) }

    private func remember(_ message: StoredMessage) throws {
        try store.execute(
            """
            INSERT INTO sent (period, client_id, account, message) VALUES ($1, $2, $3, $4)
            ON CONFLICT (period, client_id, account) DO UPDATE SET message = $4
            """,
            [.integer(retryPeriod), .text(message.clientID), .integer(message.sender), .integer(message.id)])
    }

    private func formerlySent(_ draft: Draft, by sender: Account) throws -> MessageView? {
        let period = retryPeriod
        // Nothing that a former owner of the account sent is a repeat.
        guard let id = try sent(draft, by: sender, in: period) ?? sent(draft, by: sender, in: period - 1),
            id / 1_000 >= sender.createdAt, let message = try StoredMessage.find(id, in: store)
        else { return nil }
        let former = try view(message, in: conversation(message.conversation), for: sender)
        guard message.isSent(by: draft), former.conversation == draft.target else {
            throw Refusal(
                .conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        return former
    }

    /// Two queries of this kind cost a third of one with `IN`, for which SQLite builds a table each time.
    private func sent(_ draft: Draft, by sender: Account, in period: Int64) throws -> Int64? {
        var id: Int64?
        try store.query(
            "SELECT message FROM sent WHERE period = $1 AND client_id = $2 AND account = $3",
            [.integer(period), .text(draft.clientID), .integer(sender.number)]
        ) { row in id = row.integer(0) }
        return id
    }
}

extension Draft {
    fileprivate var effectiveSettings: MessageSettings {
        mentions?.contains(AtInfo.everybody) == true ? settings.union(.atAll) : settings
    }

    fileprivate var mentionsText: String? {
        guard let mentions else { return nil }
        var json = JSONWriter()
        json.array { json in
            for name in mentions { json.value(name) }
        }
        return json.text
    }
}

extension StoredMessage {
    fileprivate func isSent(by draft: Draft) -> Bool {
        kind == draft.kind && settings == draft.effectiveSettings && pushText == draft.pushText
            && mentions == draft.mentionsText && memberOption == draft.memberOption?.json
            && isSameJSON(body, draft.body)
    }
}

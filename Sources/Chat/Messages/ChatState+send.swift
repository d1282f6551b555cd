import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A message that somebody wants sent.
package struct Draft: Sendable {
    package let target: ConversationID
    package let clientID: String
    package let kind: MessageKind
    package let settings: MessageSettings
    package let body: String
    package let pushText: String?
    /// C-Q12: whom it names in a group, each once.
    package let mentions: [String]?
    package let memberOption: MemberPushOption?
    package let pushPayload: PushPayload?
    /// Made where there are many threads; nil: the state make it.
    package var digest: RequestDigest?

    package init(
        target: ConversationID, clientID: String, kind: MessageKind, settings: MessageSettings, body: String,
        pushText: String?, mentions: [String]? = nil, memberOption: MemberPushOption? = nil,
        pushPayload: PushPayload? = nil
    ) {
        self.mentions = mentions
        self.memberOption = memberOption
        self.pushPayload = pushPayload
        self.target = target
        self.clientID = clientID
        self.kind = kind
        self.settings = settings
        self.body = body
        self.pushText = pushText
    }
}

extension ChatState {
    /// T-03, T-Q16: sends the draft, or finds that it has been sent.
    package func send(_ draft: Draft, from number: Int64) throws -> MessageView {
        let sender = try caller(number)
        let digest = draft.digest ?? draft.digest(ofBody: digest(ofBody: draft.body), digestKey)
        if let former = try formerlySent(draft, digest, by: sender) { return former }
        switch draft.target {
        case .c2c(let target): return try send(draft, digest, from: sender, to: target)
        case .group(let group): return try send(draft, digest, from: sender, toGroup: group)
        }
    }

    private func send(
        _ draft: Draft, _ digest: RequestDigest, from sender: Account, to target: UserID
    ) throws -> MessageView {
        guard let receiver = try reachableAccount(target) else { throw Refusal(.noTarget, keys: ["conversationID"]) }
        let pair = Pair(sender.number, receiver.number)
        let present = try conversation(of: pair)
        try checkCorrespondence(from: sender, to: receiver, in: present)
        try requireRoom(for: draft, of: sender)
        let conversation = try present ?? makeConversation(of: pair)
        let message = try compose(draft, by: sender, in: conversation)
        try insert(message)
        try remember(message, digest)
        try count(draft, of: sender)
        try deliver(message, from: sender, to: receiver, in: conversation)
        if options.hasPushes, sender !== receiver {
            let option = try edit(of: receiver, in: conversation).membership.option
            try order(message, forced: draft.memberOption?.isForced == true, from: sender, to: receiver, option)
        }
        return try view(message, in: conversation, for: sender)
    }

    private func send(
        _ draft: Draft, _ digest: RequestDigest, from sender: Account, toGroup id: String
    ) throws -> MessageView {
        let group = try sendingGroup(id, sender)
        let naming = try naming(of: draft, by: sender, in: group)
        try requireRoom(for: draft, of: sender)
        var message = try compose(draft, by: sender, in: conversation(of: group))
        if options.showsNicknames, let nickname = group[sender.number]?.nickname, !nickname.isEmpty {
            message.nickname = nickname
        }
        try insert(message)
        try remember(message, digest)
        try count(draft, of: sender)
        if message.settings.contains(.groupReceipt) { try awaitReceipts(for: message, in: group) }
        try deliver(message, naming: naming, by: sender, to: group)
        try enqueuePush(of: message, from: sender, to: group)
        return try view(message, ofGroup: group.number, kind: group.kind)
    }

    func compose(_ draft: Draft, by sender: Account, in conversation: Conversation) throws -> StoredMessage {
        let counts: Int64 = draft.settings.contains(.shouldBeCounted) ? 1 : 0
        let last = conversation.last
        return StoredMessage(
            id: try stamp(), conversation: conversation.number, seq: conversation.lastSeq + 1, sender: sender.number,
            kind: draft.kind, settings: draft.effectiveSettings, counted: (last?.counted ?? 0) + counts,
            countedLow: (last?.countedLow ?? 0) + (sender.number == conversation.low ? counts : 0),
            clientID: draft.clientID, body: draft.body, pushText: draft.pushText,
            previous: last?.id ?? 0, mentions: draft.mentionsText, memberOption: draft.memberOption?.json,
            pushPayload: draft.pushPayload?.json)
    }

    /// The message becomes the head; then what it does for either side, in the order of X-09.
    private func deliver(
        _ message: StoredMessage, from sender: Account, to receiver: Account, in conversation: Conversation
    ) throws {
        var own = try edit(of: sender, in: conversation)
        var theirs = sender === receiver ? nil : try edit(of: receiver, in: conversation)
        conversations.add(weight: message.weight - (conversation.last?.weight ?? 0))
        conversation.last = message
        if message.settings.contains(.sync) {
            let copy = MessageView(message: message, conversation: .c2c(receiver.id), from: sender.id)
            emit(.message(copy), to: sender, sparingOrigin: true)
        }
        let effect = theirs.map {
            Effect.c2c($0.membership.option, shouldBeCounted: message.settings.contains(.shouldBeCounted))
        }
        if let effect, effect.isSeen {
            let copy = MessageView(message: message, conversation: .c2c(sender.id), from: sender.id)
            emit(.message(copy), to: receiver)
        }
        try show(message, in: &own)
        if theirs != nil, effect!.isSeen {
            try show(message, in: &theirs!)
        } else if let theirs {
            try commitEdit(theirs, stored: false)
        }
    }

    /// The message is the last one that this user sees: the conversation is new in the list, or changed (C-Q14).
    func show(_ message: StoredMessage, in edit: inout MembershipEdit, isChanged: Bool = false) throws {
        var isStored = isChanged
        let isNew = !edit.membership.isListed
        if isNew {
            try relist(&edit, at: message)
            guard edit.membership.isListed else {
                edit.membership.mentions = []
                return try commitEdit(edit, stored: true)
            }
            isStored = true
        }
        if message.seq <= edit.membership.held.end {
            edit.membership.heldLast = message.id
            edit.membership.heldMessage = message
            isStored = true
        } else if edit.membership.heldLast != 0 {
            edit.membership.heldLast = 0
            edit.membership.heldMessage = nil
            isStored = true
        }
        try commitEdit(edit, stored: isStored)
        let seq = isNew ? try append(.conversationNew, subject: edit.conversation.number, for: edit.account) : nil
        if edit.conversation.group == nil {
            emit(.conversations([try view(edit)], isNew: isNew, seq: seq), to: edit.account)
        } else {
            deferredViews.add(
                DeferredViews.Item(account: edit.account, conversation: edit.conversation, isNew: isNew, seq: seq))
        }
    }

    /// whatever was before, the message that brings a conversation back is the only one unread.
    private func relist(_ edit: inout MembershipEdit, at message: StoredMessage) throws {
        let mine = message.sender == edit.account.number || !message.settings.contains(.shouldBeCounted)
        let counted = edit.conversation.counted(for: edit.account.number)
        edit.membership.unread.read(upTo: mine ? counted : counted - 1)
        try enlist(&edit, at: message.id)
    }

    ///
    private func checkCorrespondence(from sender: Account, to receiver: Account, in conversation: Conversation?) throws
    {
        if sender === receiver { return }
        let backward = try relationship(of: receiver, towards: sender, in: conversation)
        if backward.isBlocked { throw Refusal(.blacklisted) }
        guard options.requiresFriend else { return }
        let forward = try relationship(of: sender, towards: receiver, in: conversation)
        switch Correspondence.obstacle(forward: forward.isFriend, backward: backward.isFriend) {
        case nil: return
        case .neitherHasTheOther: throw Refusal(.notFriends)
        case .receiverIsNotFriend: throw Refusal(.receiverNotFriend)
        case .senderIsNotFriend: throw Refusal(.senderNotFriend)
        }
    }
}

// MARK: - Repeats

extension ChatState {
    /// Messages of one period lie together, so that what nobody can repeat any more goes in one piece.
    private var retryPeriod: Int64 { now / (Int64(options.retryHours) * 3_600_000) }

    private func remember(_ message: StoredMessage, _ digest: RequestDigest) throws {
        try store.execute(
            """
            INSERT INTO sent (period, client_id, account, message, digest) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (period, client_id, account) DO UPDATE SET message = $4, digest = $5
            """,
            [
                .integer(retryPeriod), .text(message.clientID), .integer(message.sender), .integer(message.id),
                .bytes(digest.bytes),
            ])
    }

    private func formerlySent(_ draft: Draft, _ digest: RequestDigest, by sender: Account) throws -> MessageView? {
        let period = retryPeriod
        // Nothing that a former owner of the account sent is a repeat.
        guard let sent = try sent(draft, by: sender, in: period) ?? sent(draft, by: sender, in: period - 1),
            sent.message / 1_000 >= sender.createdAt, let message = try StoredMessage.find(sent.message, in: store)
        else { return nil }
        let former = try view(message, in: edit(of: sender, in: conversation(message.conversation)))
        guard sent.digest ?? self.digest(of: former) == digest else {
            throw Refusal(
                .conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        return former
    }

    /// Two queries of this kind cost a third of one with `IN`, for which SQLite builds a table each time.
    private func sent(
        _ draft: Draft, by sender: Account, in period: Int64
    ) throws -> (message: Int64, digest: RequestDigest?)? {
        var found: (message: Int64, digest: RequestDigest?)?
        try store.query(
            "SELECT message, digest FROM sent WHERE period = $1 AND client_id = $2 AND account = $3",
            [.integer(period), .text(draft.clientID), .integer(sender.number)]
        ) { row in found = (row.integer(0), row.optionalBytes(1).map(RequestDigest.init(bytes:))) }
        return found
    }

    /// Of a message that release 0.1 has stored without one.
    private func digest(of former: MessageView) -> RequestDigest {
        let message = former.message
        return digestOfMessage(
            to: former.conversation, message.kind, message.settings, body: digest(ofBody: message.body),
            message.pushText, mentions: message.mentions, memberOption: message.memberOption,
            pushPayload: message.pushPayload, digestKey)
    }

    private func digest(ofBody body: String) -> UInt128 {
        let document = JSONDocument()
        guard let json = try? document.parse(body) else {
            preconditionFailure("a body is not as it was written: \(body)")
        }
        return json.digest(digestKey)
    }
}

extension Draft {
    fileprivate var effectiveSettings: MessageSettings {
        mentions?.contains { $0.isSpelled(like: AtInfo.everybody) } == true ? settings.union(.atAll) : settings
    }

    fileprivate var mentionsText: String? {
        guard let mentions else { return nil }
        var json = JSONWriter()
        json.array { json in
            for name in mentions { json.value(name) }
        }
        return json.text
    }

    /// What two drafts that say the same have in common, however they were written.
    package func digest(ofBody body: UInt128, _ key: DigestKey) -> RequestDigest {
        digestOfMessage(
            to: target, kind, effectiveSettings, body: body, pushText, mentions: mentionsText,
            memberOption: memberOption?.json, pushPayload: pushPayload?.json, key)
    }
}

private func digestOfMessage(
    to target: ConversationID, _ kind: MessageKind, _ settings: MessageSettings, body: UInt128, _ pushText: String?,
    mentions: String?, memberOption: String?, pushPayload: String?, _ key: DigestKey
) -> RequestDigest {
    RequestDigest(
        [
            target.description.digest(key), UInt128(truncatingIfNeeded: kind.rawValue),
            UInt128(truncatingIfNeeded: settings.rawValue), body, pushText?.digest(key), mentions?.digest(key),
            memberOption?.digest(key), pushPayload?.digest(key),
        ], key)
}

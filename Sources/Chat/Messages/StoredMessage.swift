import Domain

/// A message as it stands in the store. A class, since its conversation, its views and its events all hold it.
package final class StoredMessage: Sendable {
    /// Its stamp: microseconds since 1970, unique and rising over the whole gateway; the time and the order in one.
    package let id: MessageNumber
    let conversation: ConversationNumber
    package let seq: Seq
    let sender: AccountNumber
    package let kind: MessageKind
    package let settings: MessageSettings
    /// How many messages of the conversation count so far, this one included, and how many of them the lower account sent;
    /// 0 in a group.
    let counted: Int64
    let countedLow: Int64
    package let clientID: String
    /// One JSON object, as the sender wrote it.
    package let body: String
    /// The sender's own text for a push (T-58).
    package let pushText: String?
    /// The id of the message before it in the conversation; 0: there is none.
    let previous: MessageNumber
    /// The members that it names in a group (C-Q12): a JSON array, as the sender wrote it.
    package let mentions: String?
    /// T-55: what the sender wants of its push for some receivers, as `MemberPushOption` writes it.
    let memberOption: String?
    /// The sender's nickname in the group, as it was then, if messages show it.
    package let nickname: String?
    /// How its push appearance and sounds, as `PushPayload` writes it.
    let pushPayload: String?
    private let boxedLife: BoxedLife

    init(
        id: MessageNumber, conversation: ConversationNumber, seq: Seq, sender: AccountNumber, kind: MessageKind,
        settings: MessageSettings, counted: Int64, countedLow: Int64, clientID: String, body: String,
        pushText: String?, previous: MessageNumber, mentions: String?, memberOption: String?, nickname: String?,
        pushPayload: String?, life: MessageLife? = nil
    ) {
        self.id = id
        self.conversation = conversation
        self.seq = seq
        self.sender = sender
        self.kind = kind
        self.settings = settings
        self.counted = counted
        self.countedLow = countedLow
        self.clientID = clientID
        self.body = body
        self.pushText = pushText
        self.previous = previous
        self.mentions = mentions
        self.memberOption = memberOption
        self.nickname = nickname
        self.pushPayload = pushPayload
        boxedLife = life.map(BoxedLife.some) ?? .none
    }

    private indirect enum BoxedLife {
        case none
        case some(MessageLife)
    }

    /// Nil: it is as it was sent, as most are.
    package var life: MessageLife? {
        switch boxedLife {
        case .none: nil
        case .some(let life): life
        }
    }

    /// M-08: the place of its newest change in the conversation; 0: it is as it was sent.
    package var change: Seq { life?.change ?? 0 }

    /// Or has expired.
    package var isRecalled: Bool { settings.contains(.recalled) }

    package var isExpired: Bool { settings.contains(.expired) }

    /// M-36: whether it has expired by then, also if no sweep has come by it.
    func isGone(at now: Milliseconds) -> Bool {
        guard let expireAt = life?.expireAt else { return false }
        return expireAt <= now
    }

    /// As it is given out then.
    func shown(at now: @autoclosure () -> Milliseconds) -> StoredMessage {
        guard let expireAt = life?.expireAt, !isExpired, isGone(at: now()) else { return self }
        return expired(at: change, expireAt)
    }

    /// Milliseconds since 1970.
    package var time: Milliseconds { id.stamp.time }

    /// How many messages count for that member so far. In a group everybody's do: there `Unread` passes over one's own.
    func counted(for account: AccountNumber, in conversation: Conversation) -> Int64 {
        guard case .users(let pair) = conversation.parties else { return counted }
        if pair.low == pair.high { return 0 }
        return account == pair.low ? counted - countedLow : countedLow
    }

    /// The number that it has for that member, whose unread count it raises; nil: it raises none.
    func number(for account: AccountNumber, in conversation: Conversation) -> Int64? {
        guard settings.contains(.shouldBeCounted), conversation.group != nil || sender != account else { return nil }
        let number = counted(for: account, in: conversation)
        return number > 0 ? number : nil
    }

    /// The same message with other words.
    private func changed(
        _ settings: MessageSettings, body: String, pushText: String?, mentions: String?, memberOption: String?,
        pushPayload: String?, _ life: MessageLife
    ) -> StoredMessage {
        StoredMessage(
            id: id, conversation: conversation, seq: seq, sender: sender, kind: kind, settings: settings,
            counted: counted, countedLow: countedLow, clientID: clientID, body: body, pushText: pushText,
            previous: previous, mentions: mentions, memberOption: memberOption, nickname: nickname,
            pushPayload: pushPayload, life: life)
    }

    /// M-01: its place, its sender and its time; nothing of what it said.
    func recalled(_ recall: Recall, at place: Seq) -> StoredMessage {
        changed(
            settings.subtracting([.atAll, .replaced, .groupReceipt]).union(.recalled), body: "{}", pushText: nil,
            mentions: nil, memberOption: nil, pushPayload: badgelessPayload,
            MessageLife(
                change: place, changedAt: recall.time, recalledBy: recall.user?.text, recallReason: recall.reason,
                expireAt: life?.expireAt, visibleTo: life?.visibleTo ?? []))
    }

    /// M-36: nothing but its place, its sender and its time. `time`: when it leaves the counts.
    func expired(at place: Seq, _ time: Milliseconds) -> StoredMessage {
        changed(
            settings.subtracting([.atAll, .replaced, .groupReceipt, .history]).union([.recalled, .expired]),
            body: "{}", pushText: nil, mentions: nil, memberOption: nil, pushPayload: badgelessPayload,
            MessageLife(
                change: place, changedAt: time, expireAt: life?.expireAt, visibleTo: life?.visibleTo ?? []))
    }

    /// M-47: its place and its time, and nothing that its sender has written. `time` is that of the erasure.
    func erased(at place: Seq, _ time: Milliseconds) -> StoredMessage {
        let life = MessageLife(
            change: place, changedAt: isRecalled ? self.life?.changedAt ?? time : time,
            recalledBy: self.life?.recalledBy, expireAt: self.life?.expireAt,
            visibleTo: self.life?.visibleTo ?? [])
        return StoredMessage(
            id: id, conversation: conversation, seq: seq, sender: sender, kind: kind,
            settings: settings.subtracting([.atAll, .replaced, .groupReceipt]).union(.recalled), counted: counted,
            countedLow: countedLow, clientID: "", body: "{}", pushText: nil, previous: previous, mentions: nil,
            memberOption: nil, nickname: nil, pushPayload: badgelessPayload, life: life)
    }

    /// M-47: of a notification what it tells, without the new values that its user has written.
    func erasedNotification(_ body: String) -> StoredMessage {
        StoredMessage(
            id: id, conversation: conversation, seq: seq, sender: sender, kind: kind, settings: settings,
            counted: counted, countedLow: countedLow, clientID: clientID, body: body, pushText: pushText,
            previous: previous, mentions: mentions, memberOption: memberOption, nickname: nil,
            pushPayload: pushPayload, life: life)
    }

    /// M-47: recalled by an erased user, who may have said why.
    var withoutReason: StoredMessage {
        var life = self.life ?? MessageLife()
        life.recallReason = nil
        return changed(
            settings, body: body, pushText: pushText, mentions: mentions, memberOption: memberOption,
            pushPayload: pushPayload, life)
    }

    /// Whether a push shows a number is all that is kept of its settings: the one that takes its place shows none either.
    private var badgelessPayload: String? {
        guard let payload = pushPayload.flatMap(PushPayload.init(json:)), !payload.hasBadge else { return nil }
        var kept = PushPayload()
        kept.hasBadge = false
        return kept.json
    }

    /// M-18: `draft` says what it says from now on.
    func edited(
        _ draft: Draft, media: [MessageMedia]?, time: Milliseconds, at place: Seq
    ) -> StoredMessage {
        var life = self.life ?? MessageLife()
        if let media { life.media = media }
        life.change = place
        life.changedAt = time
        life.version += 1
        return changed(
            draft.effectiveSettings, body: draft.body, pushText: draft.pushText, mentions: draft.mentionsText,
            memberOption: draft.memberOption?.json, pushPayload: pushPayload, life)
    }

    /// U-28, U-32: what it refers to has another state.
    func showing(_ media: [MessageMedia], at place: Seq) -> StoredMessage {
        var life = self.life ?? MessageLife()
        life.change = place
        life.media = media
        return changed(
            settings, body: body, pushText: pushText, mentions: mentions, memberOption: memberOption,
            pushPayload: pushPayload, life)
    }

    /// M-57: copies that it held are gone.
    func merging(_ body: String, at place: Seq) -> StoredMessage {
        var life = self.life ?? MessageLife()
        life.change = place
        return changed(
            settings, body: body, pushText: pushText, mentions: mentions, memberOption: memberOption,
            pushPayload: pushPayload, life)
    }

    /// The message with these reactions (M-23).
    func reacted(_ reactions: [ReactionCount], at place: Seq) -> StoredMessage {
        var life = self.life ?? MessageLife()
        life.change = place
        life.reactions = reactions
        return changed(
            settings, body: body, pushText: pushText, mentions: mentions, memberOption: memberOption,
            pushPayload: pushPayload, life)
    }

    /// M-31: nil: no longer pinned.
    func pinned(_ pin: MessagePin?, at place: Seq) -> StoredMessage {
        var life = self.life ?? MessageLife()
        life.change = place
        life.pin = pin
        return changed(
            settings, body: body, pushText: pushText, mentions: mentions, memberOption: memberOption,
            pushPayload: pushPayload, life)
    }

    /// The memory that it holds, about.
    var weight: Int { 160 + body.utf8.count + (mentions?.utf8.count ?? 0) + mediaWeight }

    private var mediaWeight: Int { life.map { $0.media.count * MessageMedia.weight } ?? 0 }
}

/// M-01: who takes a message back, when and why.
struct Recall {
    /// Nil: a backend.
    let user: UserID?
    let time: Milliseconds
    let reason: String?
}

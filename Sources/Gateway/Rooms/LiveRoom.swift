import Chat
import ClientProtocol
import Domain
import JSON
import Transport

/// A room in use, at its home: its facts as the store has them, its participants, and its messages. It judges requests; the
/// shard's `RoomHomes` moves what comes of them.
final class LiveRoom {
    /// The outcome of a request.
    enum Answer {
        case ok((inout JSONWriter) -> Void)
        case refused(Refusal)
        /// The message waits for the tick.
        case waits
    }

    private(set) var room: Room
    private(set) var standings: [AccountNumber: RoomStanding]
    private(set) var participants = RoomParticipants<ConnectionID>()
    private var home: RoomHome<ReplyAddress>
    private var cleared: [RoomFrame.Clearing] = []
    /// The participants as the last frame that had them said, and when that was.
    private var told = (count: 0, at: Milliseconds(0))
    /// When the last participant left; nil: somebody is there.
    private(set) var emptySince: Milliseconds?

    init(
        _ room: Room, _ standings: [StoredRoomStanding], epoch: RoomEpoch, _ limits: RoomHome<ReplyAddress>.Limits,
        now: Milliseconds
    ) {
        self.room = room
        self.standings = Dictionary(
            standings.map { ($0.account, $0.standing) }, uniquingKeysWith: { first, _ in first })
        home = RoomHome(room: room.number, epoch: epoch, limits, now: now)
        home.slowSeconds = room.rules.slowSeconds
        emptySince = now
    }

    var epoch: RoomEpoch { home.epoch }

    var record: RoomRecords.Record {
        RoomRecords.Record(
            epoch: home.epoch, participants: participants.count, peak: participants.peak,
            entries: participants.entries, messages: home.counts)
    }

    private func standing(of account: AccountNumber) -> RoomStanding { standings[account] ?? .none }

    // MARK: - Entering and leaving (L-03 to L-08)

    func enter(
        _ connection: ConnectionID, _ user: UserID, _ account: AccountNumber, _ claim: ChannelClaim,
        knowing position: RoomPosition?, now: Milliseconds, time: Milliseconds
    ) -> Answer {
        let isAdmitted = ChannelID(room.id.text).map { claim.admits(to: $0, room.rules.access) } ?? false
        guard isAdmitted else { return .refused(Refusal(.noRoom, keys: ["roomID"])) }
        let standing = standing(of: account)
        guard standing.bannedUntil <= time else { return .refused(Refusal(.banned, keys: ["roomID"])) }
        participants.enter(connection, of: account, user, now: time)
        emptySince = nil
        return .ok { [self] json in
            room.writeFacts(to: &json)
            json.field("epoch", home.epoch.rawValue)
            json.field("seq", home.seq.rawValue)
            json.field("role", standing.role.word)
            if standing.mutedUntil > time { json.field("mutedUntil", standing.mutedUntil.rawValue) }
            json.object("occupancy") { $0.field("participants", participants.count) }
            write(missedBy: position, to: &json)
        }
    }

    /// As many of the last as fit.
    private func write(missedBy position: RoomPosition?, to json: inout JSONWriter) {
        let missed = position.flatMap { home.missed(since: $0.epoch, $0.seq) }
        var left = mostBytesOnEntry
        let fitting = (missed ?? home.lastMessages).reversed().prefix { message in
            left -= message.draft.bytes
            return left >= 0
        }
        if position != nil {
            json.field("verdict", missed?.count == fitting.count ? "recovered" : "gap" as StaticString)
        }
        json.array("messages") { json in
            for message in fitting.reversed() { json.object { message.write(to: &$0) } }
        }
    }

    /// False: it was not in the room.
    @discardableResult
    func leave(_ connection: ConnectionID, now: Milliseconds) -> Bool {
        guard participants.contains(connection) else { return false }
        participants.leave(connection)
        if participants.count == 0 { emptySince = now }
        return true
    }

    func list(time: Milliseconds) -> Answer {
        let leading = standings.filter { $0.value.isExempt }.sorted { $0.value.role > $1.value.role }.map(\.key)
        let (users, isSample) = participants.list(leading: leading)
        return .ok { [self] json in
            json.array("participants") { json in
                for user in users {
                    let standing = standing(of: user.account)
                    json.object { json in
                        json.field("userID", user.id.text)
                        json.field("role", standing.role.word)
                        json.field("since", user.since.rawValue)
                        if standing.mutedUntil > time { json.field("mutedUntil", standing.mutedUntil.rawValue) }
                    }
                }
            }
            json.field("isSample", isSample)
            json.object("occupancy") { $0.field("participants", participants.count) }
        }
    }

    // MARK: - Messages (L-10 to L-21)

    func send(
        _ speech: RoomSpeech, by asker: RoomAsker, now: Milliseconds, time: Milliseconds,
        using random: inout some RandomNumberGenerator
    ) -> Answer {
        var (from, sender, isExempt) = ("", AccountNumber(0), true)
        switch asker.origin {
        case .backend:
            if let name = speech.from, UserID(name) == nil { return .refused(Refusal(.noAccount, keys: ["from"])) }
            from = speech.from ?? ""
        case .user(let user, let account, _):
            guard participants[account] != nil else { return .refused(Refusal(.notInGroup, keys: ["roomID"])) }
            let standing = standing(of: account)
            if standing.mutedUntil > time { return .refused(Refusal(.mutedInGroup, keys: ["roomID"])) }
            if room.rules.isMuted, !standing.isExempt, !standing.isSpeaker {
                return .refused(Refusal(.allMutedInGroup, keys: ["roomID"]))
            }
            if speech.priority == .high, !standing.isExempt {
                return .refused(Refusal(.noGroupRight, "high messages are not for participants", keys: ["priority"]))
            }
            (from, sender, isExempt) = (user.text, account, standing.isExempt)
        }
        let draft = RoomDraft(
            from: from, sender, clientID: speech.clientID, speech.kind, body: speech.body, speech.priority)
        switch home.offer(draft, at: asker.address, isExempt: isExempt, now: now, using: &random) {
        case .waits: return .waits
        case .repeated(let message): return .ok { message.writeReply(to: &$0) }
        case .tooSoon(let wait):
            return .refused(
                Refusal(.rateLimited, "slow mode: send again in \(wait) milliseconds", keys: ["roomID"]))
        case .tooManyHigh:
            return .refused(Refusal(.rateLimited, "too many high messages in a second", keys: ["priority"]))
        }
    }

    /// L-21. `within`: so many seconds after a message its sender may; −1: for ever.
    func recall(_ id: String, by account: AccountNumber, within seconds: Int, time: Milliseconds) -> Answer {
        guard let message = home.message(id), !message.isRecalled else {
            return .refused(Refusal(.noMessage, keys: ["msgId"]))
        }
        if !standing(of: account).isExempt {
            guard message.draft.sender == account else { return .refused(Refusal(.noGroupRight, keys: ["msgId"])) }
            guard seconds < 0 || message.time + Seconds(seconds).milliseconds >= time else {
                return .refused(Refusal(.tooLate, keys: ["msgId"]))
            }
        }
        home.recall(message)
        cleared.append(.message(id: id, message.seq))
        return .ok { _ in }
    }

    // MARK: - Removing users (L-05, L-20)

    /// A user who has been put out: the sessions, and messages that are not told any more.
    struct Removal {
        var connections: [ConnectionID] = []
        var withdrawn: [ReplyAddress] = []
    }

    /// The user on whom the caller may act; nil: there is none such, and the answer says why.
    func kick(
        _ user: UserID, clears: Bool, by account: AccountNumber, now: Milliseconds
    ) -> Result<Removal, Refusal> {
        let role = standing(of: account).role
        guard role != .participant else { return .failure(Refusal(.noGroupRight, keys: ["roomID"])) }
        guard let target = participants.user(user) else {
            return .failure(Refusal(.notInGroup, "the user is not in the room", keys: ["userID"]))
        }
        guard role.actsOn(standing(of: target.account).role) else {
            return .failure(Refusal(.noGroupRight, keys: ["userID"]))
        }
        if clears { clear(user) }
        return .success(remove(user, target.account, now: now))
    }

    private func remove(_ user: UserID, _ account: AccountNumber, now: Milliseconds) -> Removal {
        let connections = participants.remove(account)
        if participants.count == 0, emptySince == nil { emptySince = now }
        return Removal(connections: connections, withdrawn: home.withdraw(user.text))
    }

    func clear(_ user: UserID) {
        guard home.kept.contains(where: { $0.draft.from == user.text && !$0.isRecalled }) else { return }
        home.clear(user.text)
        cleared.append(.user(user.text))
    }

    // MARK: - What the store says

    func note(_ info: RoomInfo, _ rules: RoomRules) {
        (room.info, room.rules) = (info, rules)
        home.slowSeconds = rules.slowSeconds
    }

    /// L-19, L-20: a mute and a ban are in force from here on.
    func note(
        _ standing: RoomStanding, of user: UserID, _ account: AccountNumber, clears: Bool, now: Milliseconds,
        time: Milliseconds
    ) -> (removal: Removal, refusal: Refusal) {
        standings[account] = standing.isEmpty(now: time) ? nil : standing
        if clears { clear(user) }
        if standing.bannedUntil > time {
            return (remove(user, account, now: now), Refusal(.banned, keys: ["roomID"]))
        }
        let withdrawn = standing.mutedUntil > time ? home.withdraw(user.text) : []
        return (Removal(withdrawn: withdrawn), Refusal(.mutedInGroup, keys: ["roomID"]))
    }

    /// The room is over: the tickets of all messages that wait.
    func end() -> [ReplyAddress] { home.end() }

    // MARK: - Ticks

    /// Whether something is to be told with this tick or a later one.
    var hasNews: Bool { home.hasWaiting || !cleared.isEmpty || told.count != participants.count }

    func closeTick(
        bytes: Int, now: Milliseconds, time: Milliseconds
    ) -> (frame: RoomFrame, replies: [(ticket: ReplyAddress, message: RoomMessage?)]) {
        let tick = home.closeTick(bytes: bytes, now: now, time: time)
        var frame = RoomFrame(room.id, home.epoch)
        frame.messages = tick.messages
        frame.shed = tick.shed
        (frame.cleared, cleared) = (cleared, [])
        if told.count != participants.count, now >= told.at + betweenOccupancies {
            told = (participants.count, now)
            frame.participants = participants.count
        }
        return (frame, tick.replies)
    }
}

extension RoomMessage {
    /// The reply to `room.send`.
    func writeReply(to json: inout JSONWriter) {
        json.field("msgId", id)
        json.field("seq", seq.rawValue)
        json.field("time", time.rawValue)
    }
}

/// L-03: messages in the reply to those who enter.
private let mostBytesOnEntry = 16_384
/// L-07: between two frames that tell the occupancy.
private let betweenOccupancies: Milliseconds = 5_000

import Chat
import ClientProtocol
import Domain
import JSON
import Transport

/// A room in use at this node: its facts as the store has them, the participants that are connected here, and its messages. At
/// the room's home these pass `RoomHome`; other nodes have what the home has told them. It judges requests; the shard's
/// `RoomHomes` moves what comes of them.
final class LiveRoom {
    /// The outcome of a request.
    enum Answer {
        case ok((inout JSONWriter) -> Void)
        case refused(Refusal)
        /// The message waits for the tick.
        case waits
    }

    /// The home, where that is another node.
    struct Away {
        let node: NodeNumber
        var history: RoomHistory
        /// Since it has told what was said, it sends each frame.
        var isHeard = false
    }

    private(set) var room: Room
    /// L-30: backends are told when so many participants are reached.
    let thresholds: [Int]
    private(set) var standings: [AccountNumber: RoomStanding]
    private(set) var participants = RoomParticipants<ConnectionID>()
    /// Either this or `away` is there.
    private var home: RoomHome<RoomTicket>?
    private(set) var away: Away?
    /// At the home: the nodes that hear its frames.
    var followers: Set<NodeNumber> = []
    /// L-31: streams over HTTP that are no users'. Those of backends are not counted.
    private(set) var guests: Set<ConnectionID> = []
    private(set) var backends: Set<ConnectionID> = []
    /// L-07: at other nodes, by their reports.
    var occupancyElsewhere = RoomOccupancy()
    private var peak = 0
    private var cleared: [RoomFrame.Clearing] = []
    /// The participants as the last frame that had them said, and when that was.
    private var told = (occupancy: RoomOccupancy(), at: Milliseconds(0))
    var values: LiveValues
    var counters: RoomCounters
    /// L-17: the last who have entered, of whom no frame has told. At the home, of all nodes.
    var entered: [String] = []
    /// When the last frame told of counters; where the home is elsewhere, when it was given what was gathered.
    var countedAt: Milliseconds = 0
    // Its home does these from time to time, and did them last then.
    var looksForAbsentAt: Milliseconds = 0
    var writesCountersAt: Milliseconds = 0
    var staysAt: Milliseconds = 0
    var tellsOccupancyAt: Milliseconds = 0
    /// L-26: setters of transient values who are in the room nowhere, since then.
    var absentSince: [AccountNumber: Milliseconds] = [:]
    /// When the last one here left; nil: somebody is there.
    private(set) var emptySince: Milliseconds?

    init(_ rows: RoomRows, thresholds: [Int], now: Milliseconds) {
        room = rows.room
        self.thresholds = thresholds
        values = LiveValues(rows.room, rows.values, queue: rows.queue)
        counters = RoomCounters(rows.counters)
        standings = Dictionary(
            rows.standings.map { ($0.account, $0.standing) }, uniquingKeysWith: { first, _ in first })
        emptySince = now
    }

    var number: RoomNumber { room.number }
    var isHome: Bool { home != nil }

    var history: RoomHistory {
        guard let history = home?.history ?? away?.history else {
            preconditionFailure("\(room.id) is neither at home nor away")
        }
        return history
    }

    /// As much of it as a node needs for those who enter there.
    var historyOfOthers: RoomHistory {
        let messages = history.lastMessages.fitting
        return RoomHistory(epoch: history.epoch, limit: messages.count, seq: history.seq, kept: messages)
    }

    var record: RoomRecords.Record {
        peak = max(peak, participants.peak, occupancy.participants)
        return RoomRecords.Record(
            epoch: history.epoch, occupancy: occupancyHere, peak: peak, entries: participants.entries,
            messages: home?.counts)
    }

    func standing(of account: AccountNumber) -> RoomStanding { standings[account] ?? .none }

    // MARK: - Its home

    func beginHome(_ epoch: RoomEpoch, _ limits: RoomHome<RoomTicket>.Limits, now: Milliseconds) {
        var home = RoomHome<RoomTicket>(room: room.number, epoch: epoch, limits, now: now)
        home.slowSeconds = room.rules.slowSeconds
        (self.home, away) = (home, nil)
        followers = []
        counters.beginHome()
        // The participants are told how many they are in the new epoch.
        told = (RoomOccupancy(), now - betweenOccupancies)
    }

    /// From here on another node is home. Returns the tickets of all messages that wait here.
    func follow(_ away: Away) -> [RoomTicket] {
        defer { (home, self.away) = (nil, away) }
        (followers, cleared) = ([], [])
        return home?.end() ?? []
    }

    /// The link to the home is down.
    func stopHearing() { away?.isHeard = false }

    /// L-35: what another home or epoch tells is dropped. False: it is.
    func hear(_ frame: RoomFrame, from node: NodeNumber) -> Bool {
        guard let away, away.node == node, away.isHeard, away.history.epoch == frame.epoch else { return false }
        for message in frame.messages { self.away?.history.add(message) }
        counters.hear(frame.counters)
        for clearing in frame.cleared {
            switch clearing {
            case .user(let user): self.away?.history.clear(user)
            case .message(_, let seq): self.away?.history.recall(seq)
            }
        }
        return true
    }

    /// From here on the home sends each frame. Returns those messages that the participants here have not been told: it has sent
    /// none while it was not known here, or not to be reached. Nil: it is not this room's home.
    func hear(_ history: RoomHistory, from node: NodeNumber) -> RoomFrame? {
        guard let away, away.node == node, away.history.epoch == history.epoch else { return nil }
        self.away = Away(node: node, history: history, isHeard: true)
        var frame = RoomFrame(room.id, history.epoch)
        frame.messages = history.kept.filter { $0.seq > away.history.seq }
        return frame
    }

    // MARK: - Entering and leaving (L-03 to L-08)

    /// With the number of the entry. `user`: nil for a guest or a backend, who only hears (L-31).
    func enter(
        _ connection: ConnectionID, _ user: (id: UserID, account: AccountNumber)?, _ claim: ChannelClaim,
        knowing position: RoomPosition, now: Milliseconds, time: Milliseconds
    ) -> (answer: Answer, entry: Int) {
        let standing = user.map { self.standing(of: $0.account) }
        if let refusal = room.refusal(of: claim, standing ?? .none, now: time) { return (.refused(refusal), 0) }
        var entry = 0
        if let user {
            if room.rules.showsEntries, participants[user.account] == nil { noteEntries([user.id.text]) }
            entry = participants.enter(connection, of: user.account, user.id, now: time)
        } else if claim.isGuest {
            guests.insert(connection)
        } else {
            backends.insert(connection)
        }
        emptySince = nil
        let answer = Answer.ok { [self] json in
            room.writeFacts(to: &json)
            json.field("epoch", history.epoch.rawValue)
            json.field("seq", history.seq.rawValue)
            if let standing {
                json.field("role", standing.role.word)
                if standing.mutedUntil > time { json.field("mutedUntil", standing.mutedUntil.rawValue) }
            }
            occupancy.write(to: &json)
            let left = write(missedBy: position.said, to: &json)
            values.write(beside: position.state, bytes: left, to: &json)
            let sums = counters.sums.sorted { $0.key < $1.key }
            if !sums.isEmpty { sums.map { RoomCounter(name: $0.key, sum: $0.value) }.write(to: &json) }
        }
        return (answer, entry)
    }

    /// As many of the last as fit. Returns the bytes that are left for values.
    private func write(missedBy position: (epoch: RoomEpoch, seq: Seq)?, to json: inout JSONWriter) -> Int {
        let missed = position.flatMap { history.missed(since: $0.epoch, $0.seq) }
        let fitting = (missed ?? history.lastMessages).fitting
        if position != nil {
            json.field("verdict", missed?.count == fitting.count ? "recovered" : "gap" as StaticString)
        }
        json.array("messages") { json in
            for message in fitting { json.object { message.write(to: &$0) } }
        }
        return mostBytesOnEntry - fitting.reduce(0) { $0 + $1.draft.bytes }
    }

    /// `entry`: if it is the session's last one; nil: in any case. False: it was not in the room, or stays.
    @discardableResult
    func leave(_ connection: ConnectionID, entry: Int? = nil, now: Milliseconds) -> Bool {
        let left = participants.leave(connection, entry: entry)
        guard left || guests.remove(connection) != nil || backends.remove(connection) != nil else { return false }
        if audience == 0 { emptySince = now }
        return true
    }

    // MARK: - Messages, at the home (L-10 to L-21)

    /// `hooked`: for the hook, if one decides about the message.
    func send(
        _ speech: RoomSpeech, by asker: RoomAsker, _ hooked: HookedSpeech?, now: Milliseconds, time: Milliseconds,
        using random: inout some RandomNumberGenerator
    ) -> Answer {
        var (from, sender, isExempt) = ("", AccountNumber(0), true)
        switch asker.origin {
        case .backend:
            if let name = speech.from, UserID(name) == nil { return .refused(Refusal(.noAccount, keys: ["from"])) }
            from = speech.from ?? ""
        case .user(let user, let account, _):
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
        var ticket = asker.ticket
        ticket.hooked = hooked
        switch home?.offer(
            draft, at: ticket, isExempt: isExempt, isHooked: hooked != nil, now: now, using: &random)
        {
        case .waits: return .waits
        case .repeated(let message): return .ok { message.writeReply(to: &$0) }
        case .tooSoon(let wait):
            return .refused(
                Refusal(.rateLimited, "slow mode: send again in \(wait) milliseconds", keys: ["roomID"]))
        case .tooManyHigh:
            return .refused(.tooManyHigh)
        case nil: preconditionFailure("a message for \(room.id) has come where its home is not")
        }
    }

    /// L-21. `within`: so many seconds after a message its sender may; −1: for ever.
    func recall(_ id: String, by account: AccountNumber, within seconds: Int, time: Milliseconds) -> Answer {
        guard let message = history.message(id), !message.isRecalled else {
            return .refused(Refusal(.noMessage, keys: ["msgId"]))
        }
        if !standing(of: account).isExempt {
            guard message.draft.sender == account else { return .refused(Refusal(.noGroupRight, keys: ["msgId"])) }
            guard seconds < 0 || message.time + Seconds(seconds).milliseconds >= time else {
                return .refused(Refusal(.tooLate, keys: ["msgId"]))
            }
        }
        home?.recall(message)
        cleared.append(.message(id: id, message.seq))
        return .ok { _ in }
    }

    func clear(_ user: UserID) {
        guard isHome, history.has(from: user.text) else { return }
        home?.clear(user.text)
        cleared.append(.user(user.text))
    }

    /// The user's messages that wait.
    func withdraw(_ user: UserID) -> [RoomTicket] { home?.withdraw(user.text) ?? [] }

    // MARK: - Removing users (L-05, L-20)

    /// A user who has been put out: the sessions here, and messages that are not told any more.
    struct Removal {
        var connections: [ConnectionID] = []
        var withdrawn: [RoomTicket] = []
    }

    func role(of account: AccountNumber) -> RoomRole { standing(of: account).role }

    /// L-20: of the users, those who are in the room here.
    func present(_ users: [UserID]) -> [UserID] {
        if users.count == 1 { return participants.user(users[0]).map { [$0.id] } ?? [] }
        let wanted = Set(users)
        return participants.userIDs.filter(wanted.contains)
    }

    /// L-20, by one with that role. Nil: the user is not in the room here.
    func putOut(_ user: UserID, by role: RoomRole, now: Milliseconds) -> Result<Removal, Refusal>? {
        guard let target = participants.user(user) else { return nil }
        guard role.actsOn(standing(of: target.account).role) else {
            return .failure(Refusal(.noGroupRight, keys: ["userID"]))
        }
        return .success(remove(user, target.account, now: now))
    }

    private func remove(_ user: UserID, _ account: AccountNumber, now: Milliseconds) -> Removal {
        let connections = participants.remove(account)
        if audience == 0, emptySince == nil { emptySince = now }
        return Removal(connections: connections, withdrawn: withdraw(user))
    }

    // MARK: - What the store says

    func note(threshold: Int) { room.threshold = threshold }

    func note(_ info: RoomInfo, _ rules: RoomRules) {
        (room.info, room.rules) = (info, rules)
        home?.slowSeconds = rules.slowSeconds
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
        let withdrawn = standing.mutedUntil > time ? withdraw(user) : []
        return (Removal(withdrawn: withdrawn), Refusal(.mutedInGroup, keys: ["roomID"]))
    }

    /// The room is over: the tickets of all messages that wait.
    func end() -> [RoomTicket] { home?.end() ?? [] }

    // MARK: - Ticks, at the home

    /// Whether something is to be told with this tick or a later one.
    var hasNews: Bool {
        if values.hasNews || counters.hasGathered || !entered.isEmpty { return true }
        guard let home else { return false }
        return home.hasWaiting || !cleared.isEmpty || told.occupancy != occupancy || counters.hasUntold
    }

    func closeTick(
        bytes: Int, now: Milliseconds, time: Milliseconds
    ) -> (frame: RoomFrame, RoomHome<RoomTicket>.Tick) {
        guard let tick = home?.closeTick(bytes: bytes, now: now, time: time) else {
            preconditionFailure("a tick of \(room.id) ends where its home is not")
        }
        var frame = RoomFrame(room.id, history.epoch)
        frame.messages = tick.messages
        frame.shed = tick.shed
        (frame.cleared, cleared) = (cleared, [])
        (frame.entered, entered) = (entered, [])
        frame.counters = takeCounters(now: now)
        if told.occupancy != occupancy, now >= told.at + betweenOccupancies {
            told = (occupancy, now)
            frame.occupancy = occupancy
        }
        return (frame, tick)
    }

    /// L-29: a hook has decided about a message. Returns the tickets that are refused.
    func settle(_ decision: (inout RoomHome<RoomTicket>) -> [RoomTicket]) -> [RoomTicket] {
        guard var home else { preconditionFailure("a hook has decided about \(room.id) where its home is not") }
        self.home = nil
        defer { self.home = home }
        return decision(&home)
    }
}

extension ArraySlice<RoomMessage> {
    /// L-03: as many of the last as those who enter are told.
    fileprivate var fitting: [RoomMessage] {
        var left = mostBytesOnEntry
        let fitting = reversed().prefix { message in
            left -= message.draft.bytes
            return left >= 0
        }
        return fitting.reversed()
    }
}

/// L-03: messages and values in the reply to those who enter.
private let mostBytesOnEntry = 16_384
/// L-07: between two frames that tell the occupancy.
private let betweenOccupancies: Milliseconds = 5_000

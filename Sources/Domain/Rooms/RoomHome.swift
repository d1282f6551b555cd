/// The one place that all messages of a room pass (L-10 to L-18): one order, one fair draw, one clock for slow mode. A value
/// without clock, socket or store.
///
/// Messages are offered at any time and wait for the tick to close. The tick draws as many as the room may tell, whichever
/// came first: `high` ones, then one of each user in random order, then second ones, then `low` ones. `Ticket` is the place
/// where a sender awaits the reply.
package struct RoomHome<Ticket: Sendable>: Sendable {
    /// The room's limits, in messages.
    package struct Limits: Sendable {
        package var perSecond: Int
        package var highPerSecond: Int
        package var kept: Int

        package init(perSecond: Int, highPerSecond: Int, kept: Int) {
            self.perSecond = perSecond
            self.highPerSecond = highPerSecond
            self.kept = kept
        }
    }

    package enum Answer: Sendable {
        /// The tick answers.
        case waits
        /// L-12: it was told before.
        case repeated(RoomMessage)
        /// L-18: slow mode lets the user send after so long.
        case tooSoon(Milliseconds)
        /// L-15: more than a tick can promise.
        case tooManyHigh
    }

    /// The outcome of a tick. Each ticket has its message, or nil if that was not drawn.
    package struct Tick: Sendable {
        package var messages: [RoomMessage] = []
        package var replies: [(ticket: Ticket, message: RoomMessage?)] = []
        package var shed = 0
    }

    private struct RepeatKey: Hashable {
        let sender: AccountNumber
        let clientID: String
    }

    private struct Waiting {
        let draft: RoomDraft
        var tickets: [Ticket]
        /// How many of its sender came before it since the last tick.
        let round: Int
        let lot: UInt64
        let arrival: Int

        func isRepeated(by other: RoomDraft) -> Bool {
            draft.sender == other.sender && draft.clientID == other.clientID
        }

        /// Whether it is drawn before the other one.
        func precedes(_ other: Waiting) -> Bool {
            let (mine, others) = (draft.priority.rawValue, other.draft.priority.rawValue)
            return (mine, round, lot) < (others, other.round, other.lot)
        }
    }

    package let room: RoomNumber
    package let epoch: RoomEpoch
    package private(set) var seq: Seq = 0
    package private(set) var counts = RoomCounts()
    /// The last messages, the newest last.
    package private(set) var kept: [RoomMessage] = []
    package var slowSeconds = 0

    private let limits: Limits
    private let highRate: RateLimit
    private var highDue: Microseconds = 0
    private var waiting: [Waiting] = []
    /// Those that had no chance any more: only their tickets wait for the tick.
    private var outdone: [Ticket] = []
    private var shedInTick = 0
    private var offersInTick: [AccountNumber: Int] = [:]
    private var arrivals = 0
    /// Thousandths of messages that may be drawn.
    private var allowance: Int
    private var lastTick: Milliseconds
    private var told: [RepeatKey: RoomMessage] = [:]
    /// The keys of `told` in their order.
    private var toldKeys: [(key: RepeatKey, time: Milliseconds)] = []
    private var spokeAt: [AccountNumber: Milliseconds] = [:]
    private var forgetsAt: Milliseconds = 0

    package init(room: RoomNumber, epoch: RoomEpoch, _ limits: Limits, now: Milliseconds) {
        self.room = room
        self.epoch = epoch
        self.limits = limits
        highRate = RateLimit(perSecond: limits.highPerSecond, burst: limits.highPerSecond)
        allowance = 1_000 * limits.perSecond
        lastTick = now
    }

    package var hasWaiting: Bool { !waiting.isEmpty || !outdone.isEmpty }

    // MARK: - Offering

    /// `isExempt`: slow mode is not for the sender.
    package mutating func offer(
        _ draft: RoomDraft, at ticket: Ticket, isExempt: Bool, now: Milliseconds,
        using random: inout some RandomNumberGenerator
    ) -> Answer {
        let key = RepeatKey(sender: draft.sender, clientID: draft.clientID)
        if let message = told[key] { return .repeated(message) }
        let round = offersInTick[draft.sender, default: 0]
        if round > 0, let index = waiting.firstIndex(where: { $0.isRepeated(by: draft) }) {
            waiting[index].tickets.append(ticket)
            return .waits
        }
        counts.offered += 1
        if !isExempt, let wait = slowWait(of: draft.sender, hasOffered: round > 0, now: now) {
            counts.refused += 1
            return .tooSoon(wait)
        }
        if draft.priority == .high {
            guard let next = highRate.next(after: highDue, now: now) else {
                counts.refused += 1
                return .tooManyHigh
            }
            highDue = next
        }
        offersInTick[draft.sender] = round + 1
        arrivals += 1
        waiting.append(
            Waiting(draft: draft, tickets: [ticket], round: round, lot: random.next(), arrival: arrivals))
        if waiting.count > 2 * mostWaiting { giveUpOutdone() }
        return .waits
    }

    /// Nil: the sender need not wait.
    private func slowWait(of sender: AccountNumber, hasOffered: Bool, now: Milliseconds) -> Milliseconds? {
        guard slowSeconds > 0 else { return nil }
        let slow = Seconds(slowSeconds).milliseconds
        if hasOffered { return slow }
        guard let spoke = spokeAt[sender], spoke + slow > now else { return nil }
        return spoke + slow - now
    }

    /// So many are more than a tick draws; the others would wait in vain. `high` ones are always drawn.
    private var mostWaiting: Int { 4 * (limits.perSecond + limits.highPerSecond) + 64 }

    /// However many are offered, the memory of a tick is bounded. The draw is as fair as if all had waited: who is outdone now
    /// would be outdone at the tick's end.
    private mutating func giveUpOutdone() {
        waiting.sort { $0.precedes($1) }
        for outdone in waiting[mostWaiting...] { self.outdone += outdone.tickets }
        counts.shed += waiting.count - mostWaiting
        shedInTick += waiting.count - mostWaiting
        waiting.removeSubrange(mostWaiting...)
    }

    // MARK: - Ticks

    /// `bytes`: as many as each participant can be told with this tick. `time`: by the gateway's clock; `now` never goes back.
    package mutating func closeTick(bytes: Int, now: Milliseconds, time: Milliseconds) -> Tick {
        let elapsed = Int(max(0, now - lastTick).rawValue)
        lastTick = now
        // Nothing of it is saved up for longer than a second.
        allowance = min(allowance + elapsed * limits.perSecond, max(1_000, 1_000 * limits.perSecond))
        var tick = Tick(shed: shedInTick)
        shedInTick = 0
        offersInTick.removeAll(keepingCapacity: true)
        forgetOld(now: now)
        for ticket in outdone { tick.replies.append((ticket, nil)) }
        outdone = []
        if waiting.isEmpty { return tick }

        waiting.sort { $0.precedes($1) }
        var drawn: [Waiting] = []
        var bytesLeft = bytes
        for offered in waiting {
            let size = offered.draft.bytes
            if offered.draft.priority == .high || allowance >= 1_000 && size <= bytesLeft {
                allowance = max(0, allowance - 1_000)
                bytesLeft -= size
                drawn.append(offered)
            } else {
                tick.shed += 1
                counts.shed += 1
                for ticket in offered.tickets { tick.replies.append((ticket, nil)) }
            }
        }
        waiting = []
        // L-11: a sender's messages keep their order.
        drawn.sort { $0.arrival < $1.arrival }
        for offered in drawn { tell(offered, in: &tick, now: now, time: time) }
        return tick
    }

    private mutating func tell(_ offered: Waiting, in tick: inout Tick, now: Milliseconds, time: Milliseconds) {
        seq += 1
        counts.drawn += 1
        let draft = offered.draft
        let message = RoomMessage(draft, room: room, epoch: epoch, seq: seq, at: time)
        let key = RepeatKey(sender: draft.sender, clientID: draft.clientID)
        told[key] = message
        toldKeys.append((key, now))
        if slowSeconds > 0 { spokeAt[draft.sender] = now }
        kept.append(message)
        tick.messages.append(message)
        for ticket in offered.tickets { tick.replies.append((ticket, message)) }
    }

    private mutating func forgetOld(now: Milliseconds) {
        // Twice as many before any goes, so that not every tick moves all of them.
        if kept.count >= 2 * max(limits.kept, 1) { kept.removeFirst(kept.count - limits.kept) }
        guard now >= forgetsAt else { return }
        forgetsAt = now + 10_000
        let old = toldKeys.prefix { $0.time + repeatsPeriod <= now }
        for (key, _) in old { told[key] = nil }
        toldKeys.removeFirst(old.count)
        let slow = Seconds(slowSeconds).milliseconds
        spokeAt = spokeAt.filter { $0.value + slow > now }
    }

    // MARK: - What was told

    /// L-03: as many as the room keeps.
    package var lastMessages: ArraySlice<RoomMessage> { kept.suffix(limits.kept) }

    /// L-06: what has come since; nil: not all of it is kept, or it was in another epoch.
    package func missed(since epoch: RoomEpoch, _ seq: Seq) -> ArraySlice<RoomMessage>? {
        guard epoch == self.epoch, (0...self.seq).contains(seq) else { return nil }
        let missed = self.seq.count(after: seq)
        return missed <= lastMessages.count ? lastMessages.suffix(Int(missed)) : nil
    }

    package func message(_ id: String) -> RoomMessage? { lastMessages.first { $0.id == id } }

    /// L-21. A repeat of the message is still answered.
    package mutating func recall(_ message: RoomMessage) {
        guard let index = kept.firstIndex(where: { $0.seq == message.seq }) else { return }
        blank(index)
    }

    /// L-20, L-37: all that the user has said goes, also what a backend has said in its name.
    package mutating func clear(_ user: String) {
        for index in kept.indices where kept[index].draft.from == user { blank(index) }
    }

    /// The user's messages that wait are refused: their tickets.
    package mutating func withdraw(_ user: String) -> [Ticket] {
        let withdrawn = waiting.filter { $0.draft.from == user }
        counts.refused += withdrawn.count
        waiting.removeAll { $0.draft.from == user }
        return withdrawn.flatMap(\.tickets)
    }

    private mutating func blank(_ index: Int) {
        let message = kept[index].recalled
        kept[index] = message
        let key = RepeatKey(sender: message.draft.sender, clientID: message.draft.clientID)
        if told[key]?.seq == message.seq { told[key] = message }
    }

    /// The room ends: the tickets of all that wait.
    package mutating func end() -> [Ticket] {
        defer { (waiting, outdone) = ([], []) }
        counts.refused += waiting.count
        return outdone + waiting.flatMap(\.tickets)
    }
}

/// The fate of a room's messages (L-32): offered = drawn + shed + refused + those that wait.
package struct RoomCounts: Equatable, Sendable {
    package var offered: Int
    package var drawn: Int
    package var shed: Int
    package var refused: Int

    package init(offered: Int = 0, drawn: Int = 0, shed: Int = 0, refused: Int = 0) {
        self.offered = offered
        self.drawn = drawn
        self.shed = shed
        self.refused = refused
    }
}

/// L-12: a repeat is known for so long.
private let repeatsPeriod: Milliseconds = 60_000

/// The one place that all messages of a room pass (L-10 to L-18): one order, one fair draw, one clock for slow mode. A value
/// without clock, socket or store.
///
/// Messages are offered at any time and wait for the tick to close. The tick draws as many as the room may tell, whichever
/// came first: `high` ones, then one of each user in random order, then second ones, then `low` ones. A drawn message that a
/// hook decides about is told with the tick after the answer (L-29). `Ticket` is the place where a sender awaits the reply.
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
        /// L-29: the drawn messages that a hook is to be asked about, with the tickets of those who have sent them.
        package var asked: [(message: Asked, ticket: Ticket)] = []
    }

    /// A drawn message that a hook is asked about.
    package struct Asked: Sendable {
        fileprivate let sender: AccountNumber
        fileprivate let arrival: Int
    }

    private struct RepeatKey: Hashable {
        let sender: AccountNumber
        let clientID: String
    }

    private struct Waiting {
        var draft: RoomDraft
        var tickets: [Ticket]
        /// A hook decides about it, and has not yet.
        var isUndecided: Bool
        /// How many of its sender came before it since the last tick.
        let round: Int
        let lot: UInt64
        let arrival: Int

        var asked: Asked { Asked(sender: draft.sender, arrival: arrival) }

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
    package private(set) var history: RoomHistory
    package private(set) var counts = RoomCounts()
    package var slowSeconds = 0

    private let limits: Limits
    private let highRate: RateLimit
    private var highDue: Microseconds = 0
    private var waiting: [Waiting] = []
    /// Those that had no chance any more: only their tickets wait for the tick.
    private var outdone: [Ticket] = []
    /// Those that were drawn, of each sender in their order: none is told before one that is undecided.
    private var drawn: [AccountNumber: [Waiting]] = [:]
    /// By so much replacements are longer than what was drawn; the next tick pays for it.
    private var bytesOwed = 0
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
        self.limits = limits
        history = RoomHistory(epoch: epoch, limit: limits.kept)
        highRate = RateLimit(perSecond: limits.highPerSecond, burst: limits.highPerSecond)
        allowance = 1_000 * limits.perSecond
        lastTick = now
    }

    package var hasWaiting: Bool { !waiting.isEmpty || !outdone.isEmpty || !drawn.isEmpty }

    // MARK: - Offering

    /// `isExempt`: slow mode is not for the sender. `isHooked`: a hook is to be asked if the message is drawn.
    package mutating func offer(
        _ draft: RoomDraft, at ticket: Ticket, isExempt: Bool, isHooked: Bool = false, now: Milliseconds,
        using random: inout some RandomNumberGenerator
    ) -> Answer {
        let key = RepeatKey(sender: draft.sender, clientID: draft.clientID)
        if let message = told[key] { return .repeated(message) }
        let round = offersInTick[draft.sender, default: 0]
        if round > 0, let index = waiting.firstIndex(where: { $0.isRepeated(by: draft) }) {
            waiting[index].tickets.append(ticket)
            return .waits
        }
        if let index = drawn[draft.sender]?.firstIndex(where: { $0.isRepeated(by: draft) }) {
            drawn[draft.sender]?[index].tickets.append(ticket)
            return .waits
        }
        counts.offered += 1
        let hasOffered = round > 0 || drawn[draft.sender] != nil
        if !isExempt, let wait = slowWait(of: draft.sender, hasOffered: hasOffered, now: now) {
            counts.refused += 1
            return .tooSoon(wait)
        }
        if draft.priority == .high, !allowsHigh(now: now) {
            counts.refused += 1
            return .tooManyHigh
        }
        offersInTick[draft.sender] = round + 1
        arrivals += 1
        waiting.append(
            Waiting(
                draft: draft, tickets: [ticket], isUndecided: isHooked, round: round, lot: random.next(),
                arrival: arrivals))
        if waiting.count > 2 * mostWaiting { giveUpOutdone() }
        return .waits
    }

    private mutating func allowsHigh(now: Milliseconds) -> Bool {
        guard let next = highRate.next(after: highDue, now: now) else { return false }
        highDue = next
        return true
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
        draw(bytes: bytes - bytesOwed, into: &tick)
        bytesOwed = 0
        for offered in takeDecided() { tell(offered, in: &tick, now: now, time: time) }
        return tick
    }

    private mutating func draw(bytes: Int, into tick: inout Tick) {
        if waiting.isEmpty { return }
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
        for offered in drawn {
            self.drawn[offered.draft.sender, default: []].append(offered)
            if offered.isUndecided { tick.asked.append((offered.asked, offered.tickets[0])) }
        }
    }

    /// The drawn messages that can be told.
    private mutating func takeDecided() -> [Waiting] {
        var decided: [Waiting] = []
        for (sender, line) in drawn {
            let ready = line.prefix { !$0.isUndecided }
            decided += ready
            drawn[sender] = ready.count == line.count ? nil : Array(line.dropFirst(ready.count))
        }
        return decided.sorted { $0.arrival < $1.arrival }
    }

    private mutating func tell(_ offered: Waiting, in tick: inout Tick, now: Milliseconds, time: Milliseconds) {
        counts.drawn += 1
        let draft = offered.draft
        let message = RoomMessage(draft, room: room, epoch: history.epoch, seq: history.seq + 1, at: time)
        let key = RepeatKey(sender: draft.sender, clientID: draft.clientID)
        told[key] = message
        toldKeys.append((key, now))
        if slowSeconds > 0 { spokeAt[draft.sender] = now }
        history.add(message)
        tick.messages.append(message)
        for ticket in offered.tickets { tick.replies.append((ticket, message)) }
    }

    private mutating func forgetOld(now: Milliseconds) {
        guard now >= forgetsAt else { return }
        forgetsAt = now + 10_000
        let old = toldKeys.prefix { $0.time + repeatsPeriod <= now }
        for (key, _) in old { told[key] = nil }
        toldKeys.removeFirst(old.count)
        let slow = Seconds(slowSeconds).milliseconds
        spokeAt = spokeAt.filter { $0.value + slow > now }
    }

    // MARK: - Hooks (L-29)

    package mutating func allow(_ asked: Asked) {
        guard let index = index(of: asked) else { return }
        drawn[asked.sender]?[index].isUndecided = false
    }

    /// Returns the tickets to refuse: it has become a `high` one, and there are more than a second has.
    package mutating func allow(_ asked: Asked, as replacement: RoomDraft, now: Milliseconds) -> [Ticket] {
        guard let index = index(of: asked), let draft = drawn[asked.sender]?[index].draft else { return [] }
        if replacement.priority == .high, draft.priority != .high, !allowsHigh(now: now) { return refuse(asked) }
        drawn[asked.sender]?[index].draft = replacement
        bytesOwed += max(0, replacement.bytes - draft.bytes)
        allow(asked)
        return []
    }

    /// The hook refuses the message: its tickets, unless it waits no more.
    package mutating func refuse(_ asked: Asked) -> [Ticket] {
        guard let index = index(of: asked), let refused = drawn[asked.sender]?.remove(at: index) else { return [] }
        if drawn[asked.sender]?.isEmpty == true { drawn[asked.sender] = nil }
        counts.refused += 1
        return refused.tickets
    }

    private func index(of asked: Asked) -> Int? { drawn[asked.sender]?.firstIndex { $0.arrival == asked.arrival } }

    // MARK: - What was told

    /// L-21. A repeat of the message is still answered.
    package mutating func recall(_ message: RoomMessage) {
        history.recall(message.seq)
        blank { $0.seq == message.seq }
    }

    package mutating func clear(_ user: String) {
        history.clear(user)
        blank { $0.draft.from == user }
    }

    /// A repeat is answered without what was said.
    private mutating func blank(_ isBlanked: (RoomMessage) -> Bool) {
        for (key, message) in told where isBlanked(message) { told[key] = message.recalled }
    }

    /// The user's messages that wait are refused: their tickets.
    package mutating func withdraw(_ user: String) -> [Ticket] {
        withdraw { $0.draft.from == user }
    }

    /// The room ends: the tickets of all that wait.
    package mutating func end() -> [Ticket] {
        defer { outdone = [] }
        return outdone + withdraw { _ in true }
    }

    private mutating func withdraw(_ isWithdrawn: (Waiting) -> Bool) -> [Ticket] {
        let withdrawn = waiting.filter(isWithdrawn) + drawn.values.joined().filter(isWithdrawn)
        counts.refused += withdrawn.count
        waiting.removeAll(where: isWithdrawn)
        drawn = drawn.mapValues { line in line.filter { !isWithdrawn($0) } }.filter { !$0.value.isEmpty }
        return withdrawn.flatMap(\.tickets)
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

import Chat
import Domain
import EventLoop
import Locking
import Meters
import Push
import Security
import Settings
import Storage
import Telemetry

/// The work of the push dispatcher's queue. If the store fails, everything stays as it is for the next run.
final class PushWorker {
    private let clients: [PushService: ProviderClient]
    private let decider: PushDecider
    private let store: Store<Committer>
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    /// The pushes that provider clients have, or whose answers are not written down yet; by the push's number.
    private var inFlight: [Int64: InFlight] = [:]
    private var unwritten: [PushReport] = []
    /// How many pushes wait for each.
    private var depths: [PushService: Int] = [:]
    private let templates: PushTemplates
    /// When devices, by their registrations, got a silent push last.
    private var silentAt: [Int64: Milliseconds] = [:]
    /// On the monotonic clock, in nanoseconds.
    private(set) var nextRun: Int64 = 0
    /// The next run is not before this moment. Otherwise each push would be decided, sent and noted in commits of its own.
    private(set) var gathersUntil: Int64 = 0
    private let lost: LostSessions
    private let readiness: Readiness
    private let traces: TraceLinks

    private struct InFlight {
        let service: PushService
        /// Milliseconds since 1970.
        let sentAt: Milliseconds
        let expiresAt: Milliseconds
        let begunAt: Milliseconds
        /// The message, if a later push may take the place of this one (M-45, M-50).
        let replaceable: MessageNumber?
        /// P-40: the number that it shows, if it shows one.
        let badge: Int?
        /// Nil: the message belongs to no trace that is known.
        let span: OutgoingSpan?
    }

    init(
        _ clients: [PushService: ProviderClient], _ decider: PushDecider, _ store: Store<Committer>,
        _ configuration: Configuration,
        _ metrics: ProcessMetrics, _ readiness: Readiness, _ traces: TraceLinks
    ) {
        self.traces = traces
        self.readiness = readiness
        self.clients = clients
        self.decider = decider
        self.store = store
        self.configuration = configuration
        self.metrics = metrics
        templates = configuration.pushTemplates
        lost = LostSessions(decider, configuration, metrics)
    }

    func run(_ answers: [PushResult]) {
        nextRun = Clock.monotonicNanoseconds + longestPause
        defer { gathersUntil = nextRun == 0 ? 0 : Clock.monotonicNanoseconds + gatheringPause }
        guard store.isWritten else {
            // Another node sends what is left.
            (inFlight, unwritten) = ([:], [])
            return
        }
        finish(answers)
        guard store.mayBegin else {
            nextRun = Clock.monotonicNanoseconds + shortPause
            return
        }
        let hasMoreJobs = decide()
        let hasMoreLost = lost.decide(self)
        give()
        report()
        if hasMoreJobs || hasMoreLost { nextRun = 0 }
    }

    private func report() {
        for (provider, services) in Dictionary(grouping: depths.keys, by: \.provider) {
            metrics.pushesWaiting[provider].set(services.reduce(0) { $0 + depths[$1, default: 0] })
        }
        let exhausted = clients.filter { $0.value.isExhausted }.keys.map(\.rawValue).sorted()
        if exhausted.isEmpty {
            readiness.clear(.pushes)
        } else {
            readiness.raise(.pushes, "the day's quota is spent at \(exhausted.joined(separator: ", "))")
        }
    }

    /// Makes the providers' answers durable.
    func finish(_ answers: [PushResult]) {
        unwritten += answers.compactMap(report)
        guard !unwritten.isEmpty else { return }
        let reports = unwritten
        let isWritten = write { chat throws(CommandError) in
            try chat.pushes.note(reports)
            try chat.badgePushes.note(reports)
        }
        guard isWritten else { return }
        unwritten = []
        for report in reports { inFlight[report.push] = nil }
    }

    /// Gives up the pushes that are still under way.
    func end() {
        for client in clients.values { client.stop() }
    }

    var awaitsAnswers: Bool { inFlight.count > unwritten.count }

    private func report(_ answer: PushResult) -> PushReport? {
        guard let known = inFlight[answer.id] else { return nil }
        metrics.pushesAnswered[known.service.provider][UInt16(clamping: answer.status)].add()
        known.span?.end(
            "push \(known.service.provider.rawValue)", [.number("http.response.status_code", answer.status)],
            failure: answer.outcome.failure)
        func report(_ state: PushState, due: Milliseconds = 0, since: Milliseconds? = nil) -> PushReport {
            PushReport(
                push: answer.id, state: state, due: due, isAttempt: answer.isAttempt, status: answer.status,
                answer: answer.text, unregisteredAt: since, replaceable: state == .accepted ? known.replaceable : nil,
                badge: known.badge, begunAt: known.begunAt)
        }
        switch answer.outcome {
        case .accepted:
            metrics.pushDelay.observe(nanoseconds: Int(max(now - known.sentAt, 0).rawValue) * 1_000_000)
            return report(.accepted)
        case .refused: return report(.refused)
        case .expired: return report(.expired)
        case .unregistered(let since): return report(.unregistered, since: since)
        case .later(let pause):
            // Until its end it waits, also where no other attempt fits in before.
            return report(.waiting, due: min(now + Milliseconds(pause), known.expiresAt))
        }
    }

    // MARK: - Deciding

    /// Decides some messages at a time, so that their pushes leave while more are ordered. Returns whether there may be more.
    private func decide() -> Bool {
        let (now, cutoff) = (now, Stamp(milliseconds: now - expiry))
        let decisions = read { [decider] store throws(StoreError) in
            let followers = try decider.followerDecision(now: now, cutoff: cutoff, in: store)
            return try decider.decisions(in: store) + [followers].compactMap { $0 }
        }
        guard let decisions, !decisions.isEmpty else { return false }
        note(decisions.flatMap(\.damages))
        return put(decisions)
    }

    /// A part of a decision: its pushes are written many at a time, but not so many that others would wait for the writer.
    private struct Piece {
        let decision: PushDecider.Decision
        let pushes: ArraySlice<PushDecider.Push>

        var isLast: Bool { pushes.endIndex == decision.pushes.endIndex }
    }

    private func put(_ decisions: [PushDecider.Decision]) -> Bool {
        var pieces: [Piece] = []
        var room = pushesPerWrite
        for decision in decisions {
            var rest = decision.pushes[...]
            repeat {
                let some = rest.prefix(room)
                rest = rest.dropFirst(some.count)
                pieces.append(Piece(decision: decision, pushes: some))
                // A message without a push is written, too.
                room -= max(some.count, 1)
                if room == 0 {
                    guard put(pieces) else { return false }
                    pieces = []
                    room = pushesPerWrite
                }
            } while !rest.isEmpty
        }
        return pieces.isEmpty || put(pieces)
    }

    private func put(_ pieces: [Piece]) -> Bool {
        let isWritten = write { chat throws(CommandError) in
            for piece in pieces { try chat.pushes.put(piece.pushes, of: piece.decision, isLast: piece.isLast) }
        }
        guard isWritten else { return false }
        for piece in pieces {
            metrics.pushesMade.add(piece.pushes.count)
            guard piece.isLast else { continue }
            for (obstacle, count) in piece.decision.suppressed { metrics.pushesSuppressed[obstacle].add(count) }
        }
        return true
    }

    // MARK: - Giving

    /// Pushes that wait for a service. One transaction reads them of all services, so that the store's pages are read once.
    private struct Look: Sendable {
        let limit: Int
        let page: PushOutbox.Page
        let nextDue: Milliseconds?
        let depth: Int64
    }

    private func give() {
        let most = max(pushesPerWrite / max(clients.count, 1), leastPage)
        let limits = clients.mapValues { min($0.room, most) }
        let exceptions = Dictionary(grouping: inFlight, by: \.value.service).mapValues { Set($0.map(\.key)) }
        let (now, cutoff) = (now, Stamp(milliseconds: now - expiry))
        let found = read {
            [hasTickets = configuration.push.receipts, period = decider.conversationPeriod]
            store throws(StoreError) in
            var looks: [PushService: Look] = [:]
            for (service, limit) in limits {
                looks[service] = Look(
                    limit: limit,
                    page: try PushOutbox.due(
                        at: service, now: now, cutoff: cutoff, limit: limit, except: exceptions[service] ?? [],
                        conversationPeriod: period, in: store),
                    nextDue: try PushOutbox.nextDue(at: service, after: now, in: store),
                    depth: try PushOutbox.depth(of: service, in: store))
            }
            return (ticketKey: hasTickets ? try digestKey(in: store) : nil, looks: looks)
        }
        guard let found else { return }
        depths = found.looks.mapValues { Int($0.depth) }
        for (service, look) in found.looks where store.mayBegin {
            give(look, to: service, at: now, found.ticketKey)
        }
    }

    private func give(_ look: Look, to service: PushService, at now: Milliseconds, _ ticketKey: DigestKey?) {
        let page = look.page
        note(page.damages)
        let (pushes, early) = withoutEarly(page.pushes, at: now)
        for push in pushes {
            let isReplaceable =
                push.payload.collapseID == nil && (push.replacement == nil || push.replacement == .edited)
            inFlight[push.push] = InFlight(
                // P-40: for a badge this is the end of its minute.
                service: service, sentAt: min(push.message.stamp.time, now),
                expiresAt: expiry(of: push, sentAt: min(push.message.stamp.time, now)), begunAt: now,
                replaceable: isReplaceable ? push.message : nil,
                badge: push.payload.hasBadge && !push.payload.isSilent ? Int(push.badge) : nil,
                span: traces[push.message.stamp]?.begin())
        }
        clients[service]?.send(pushes.map { pushRequest($0, ticketKey) })
        let void = page.void.map { PushReport(push: $0, state: .expired, isAttempt: false) } + early
        if !void.isEmpty { _ = write { chat throws(CommandError) in try chat.pushes.note(void) } }
        if look.limit > 0, page.pushes.count + page.void.count == look.limit {
            nextRun = 0
        } else if let due = look.nextDue {
            let pause = min((due - now).rawValue, longestPause / 1_000_000)
            nextRun = min(nextRun, Clock.monotonicNanoseconds + pause * 1_000_000)
        }
    }

    /// P-38: without silent pushes to devices that have got one a short time ago; these are refused.
    private func withoutEarly(_ pushes: [DuePush], at now: Milliseconds) -> (pushes: [DuePush], early: [PushReport]) {
        guard pushes.contains(where: \.payload.isSilent) else { return (pushes, []) }
        silentAt = silentAt.filter { now - $0.value < silentPause }
        var (due, early): ([DuePush], [PushReport]) = ([], [])
        for push in pushes {
            if !push.payload.isSilent {
                due.append(push)
            } else if silentAt[push.address] == nil || push.attempts > 0 {
                silentAt[push.address] = now
                due.append(push)
            } else {
                early.append(
                    PushReport(
                        push: push.push, state: .refused, isAttempt: false, answer: "silent: one a device in 20 minutes"
                    ))
            }
        }
        return (due, early)
    }

    /// `ticketKey`: nil: pushes have no tickets.
    private func pushRequest(_ push: DuePush, _ ticketKey: DigestKey?) -> PushRequest {
        let sentAt = push.message.stamp.time
        // A device can lower what is shown, and not more (P-33).
        let preview = min(configuration.push.content, push.preferences.preview)
        func content(_ preview: PushPreview) -> PushContent {
            templates.content(of: push.parts, in: push.preferences.language, showing: preview)
        }
        let shown = content(preview)
        return PushRequest(
            id: push.push, token: push.token, text: preview == .full ? push.text : shown.body, content: shown,
            plain: content(.none), pushClass: push.pushClass, badge: Int(push.badge), forced: push.isForced,
            payload: preview == .full ? push.payload : push.payload.withoutContent,
            conversation: push.conversation?.description, message: String(push.message),
            user: push.user.text, replacement: push.replacement,
            ticket: push.payload.isBadgeAlone ? nil : ticketKey.map { PushTicket(push).text($0) }, sentAt: sentAt,
            expiresAt: expiry(of: push, sentAt: sentAt), attempt: Int(push.attempts),
            traceHeaders: inFlight[push.push]?.span?.headers ?? [])
    }

    // MARK: - The store

    /// Damaged rows that the work goes on without.
    func note(_ damages: [StoreError]) {
        for damage in damages { store.noteDamage(damage) }
    }

    var now: Milliseconds { store.now(configuration) }
    /// J-10: a call is pushed no longer than it rings.
    private func expiry(of push: DuePush, sentAt: Milliseconds) -> Milliseconds {
        if case .rings(let until)? = push.payload.call?.kind { until } else { sentAt + expiry }
    }
    private var expiry: Milliseconds { Seconds(configuration.push.expirySeconds).milliseconds }

    /// False: it is not written. The store's own health report tells why.
    func write(_ work: @escaping @Sendable (ChatState) throws(CommandError) -> Void) -> Bool {
        store.waitToWrite(work)
    }

    /// The same, with a result in place of one for which a damaged row was to be read.
    func read<Result: Sendable>(
        ifDamaged other: Result, _ work: @escaping @Sendable (any Transaction) throws(StoreError) -> Result
    ) -> Result? {
        read { [owner = store] store throws(StoreError) in
            do throws(StoreError) {
                return try work(store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                owner.noteDamage(error)
                return other
            }
        }
    }

    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any Transaction) throws(StoreError) -> Result
    ) -> Result? {
        store.waitToRead(work)
    }
}

extension PushOutcome {
    /// In a span; nil: none. The provider's own words may name a device, so they are left out.
    fileprivate var failure: String? {
        switch self {
        case .accepted: nil
        case .refused: "refused"
        case .expired: "expired"
        case .unregistered: "unregistered"
        case .later: "to be tried again"
        }
    }
}

/// Without a wake-up, the worker looks for work after this time, in nanoseconds.
private let longestPause: Int64 = 1_000_000_000
/// Until it is known again who leads.
private let shortPause: Int64 = 50_000_000
/// A push is late by that much at most, twice: when it is ordered, and when its answer is written down.
private let gatheringPause: Int64 = 50_000_000
private let pushesPerWrite = 500
/// That a service is given at a time, however many there are.
private let leastPage = 16
private let silentPause: Milliseconds = 1_200_000

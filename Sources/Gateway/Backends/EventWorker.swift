import Bytes
import Chat
import Curl
import Domain
import EventLoop
import Meters
import Security
import Settings
import Storage
import Telemetry

/// The work of the event dispatcher's queue: it reads what has happened, makes requests of it, and writes down how far each
/// endpoint has come. If the store fails, everything stays as it is for the next run.
final class EventWorker {
    private let deliveries: [EndpointDelivery]
    private let transfers: Transfers<Load>
    private let store: Store<Committer>
    private let configuration: Configuration
    private let surroundings: BackendEventSurroundings
    private let metrics: ProcessMetrics
    private let readiness: Readiness
    private let log: Log
    private let traces: TraceLinks
    /// Has the next commit wake the worker.
    private let awaitCommit: @Sendable () -> Void
    /// On the monotonic clock.
    private var nextScan: Milliseconds = 0
    private var nextSave: Milliseconds = 0

    private struct Load {
        let endpoint: Int
        let batch: Int
        /// The dropped events of which this request tells the endpoint; nil: none.
        let dropped: DroppedEvents?
        let count: Int
        /// Nil: none of the events belongs to a trace that is known.
        let span: OutgoingSpan?
    }

    init(
        _ endpoints: [BackendEndpoint], _ multi: Multi, _ store: Store<Committer>, _ configuration: Configuration,
        _ media: MediaServices?, _ metrics: ProcessMetrics, _ readiness: Readiness, _ log: Log, _ traces: TraceLinks,
        awaitCommit: @escaping @Sendable () -> Void
    ) {
        self.traces = traces
        self.awaitCommit = awaitCommit
        deliveries = endpoints.map(EndpointDelivery.init)
        let events = configuration.events
        transfers = Transfers(
            multi,
            TransferOptions(
                connectMilliseconds: min(events.timeoutMilliseconds, 5_000),
                answerMilliseconds: events.timeoutMilliseconds, authorities: events.authorities))
        self.store = store
        self.configuration = configuration
        surroundings = configuration.eventSurroundings(media)
        self.metrics = metrics
        self.readiness = readiness
        self.log = log
    }

    /// Does what can be done now. Returns when to go on though nothing has come, in monotonic nanoseconds.
    func run() -> Int64? {
        finish()
        guard store.isWritten else {
            // Another node goes on, and knows how far the endpoints have come by then.
            for delivery in deliveries { delivery.isOutdated = true }
            return Clock.monotonicNanoseconds + longestPause.rawValue * 1_000_000
        }
        let now = monotonic
        let scans = now >= nextScan
        if scans {
            // Events that come close together go together, so that many of them cost little.
            nextScan = now + gathering
            // First, so that what the reads do not see wakes the worker.
            awaitCommit()
            for delivery in deliveries { scan(delivery) }
        }
        for index in deliveries.indices { give(index) }
        if now >= nextSave {
            nextSave = now + betweenSaves
            for delivery in deliveries { save(delivery) }
            report()
        }
        finish()
        var next = now + longestPause
        next = min(next, max(nextSave, monotonic))
        // This run may be that of a commit.
        if !scans { next = min(next, nextScan) }
        for delivery in deliveries {
            if delivery.hasMore, delivery.queue?.wantsMore == true { next = min(next, nextScan) }
            if let time = delivery.queue?.nextTime(at: monotonic) { next = min(next, time) }
        }
        return min(next.rawValue * 1_000_000, transfers.deadline ?? .max)
    }

    /// The last answers are waited for a moment, so that they need not come again.
    func end() {
        let deadline = monotonic + lastAnswers
        while transfers.count > 0, monotonic < deadline {
            transfers.wait(milliseconds: 50)
            finish()
        }
        for delivery in deliveries { save(delivery) }
    }

    // MARK: - Reading

    private func scan(_ delivery: EndpointDelivery) {
        let name = delivery.endpoint.name
        guard
            let (stored, lastDeleted) = store.waitToRead({ store throws(StoreError) in
                (
                    try BackendEndpoints.position(of: name, in: store),
                    try BackendEventReader.lastDeleted(in: store)
                )
            }), let position = stored
        else { return }
        if delivery.isOutdated || position.generation != delivery.queue?.position.generation {
            delivery.awaitsReplay = delivery.queue?.requestsUnderWay ?? 0 > 0
            if delivery.awaitsReplay { return }
            guard
                let parked = store.waitToRead({ store throws(StoreError) in
                    try BackendEndpoints.parked(of: name, isWaiting: true, in: store)
                })
            else { return }
            delivery.queue = EndpointQueue(position, parked: parked, mostRequests: configuration.events.requests)
            delivery.isOutdated = false
        }
        delivery.queue?.giveUp(
            before: configuration.backendCutoff(at: now), deletedThrough: lastDeleted, of: delivery.endpoint.kinds)
        repeat {
            guard let queue = delivery.queue, queue.wantsMore, let page = page(after: queue.scanned, delivery) else {
                return
            }
            delivery.queue?.add(page.events, through: page.through)
            delivery.hasMore = page.isFull
        } while delivery.hasMore
    }

    private func page(
        after: Stamp, through last: Stamp = .max, _ delivery: EndpointDelivery
    ) -> BackendEventReader.Page? {
        let kinds = delivery.endpoint.kinds
        return store.waitToRead { store throws(StoreError) in
            try BackendEventReader.page(after: after, through: last, of: kinds, rows: rowsPerPage, in: store)
        }
    }

    // MARK: - Giving

    private func give(_ index: Int) {
        let delivery = deliveries[index]
        if delivery.awaitsReplay || delivery.isOutdated || !store.mayBegin { return }
        for (subject, from) in delivery.queue?.lookups(at: monotonic) ?? [] {
            guard !delivery.isTellingLoss, let scanned = delivery.queue?.scanned,
                delivery.queue?.mayBegin(at: monotonic) == true,
                let page = page(after: from - Microseconds(1), through: scanned, delivery)
            else { break }
            let events = page.events.filter { $0.subject == subject }
            let batch = delivery.queue?.found(events, of: subject, through: page.isFull ? page.through : scanned)
            if let batch { begin(batch, of: index) }
        }
        while !delivery.isTellingLoss, let batch = delivery.queue?.next(at: monotonic) {
            guard begin(batch, of: index) else { return }
        }
    }

    /// False: the store could not be read.
    @discardableResult
    private func begin(_ batch: EndpointQueue.Batch, of index: Int) -> Bool {
        let delivery = deliveries[index]
        let dropped = delivery.queue?.position.dropped
        let found = store.waitToRead { [surroundings] store throws(StoreError) in
            try BackendEventWriter.body(
                of: batch.events, dropped: dropped, bytes: bytesPerBatch, surroundings: surroundings, in: store)
        }
        guard let body = found else {
            delivery.queue?.withdraw(batch.id)
            return false
        }
        for damage in body.damages { store.noteDamage(damage) }
        guard store.mayBegin else {
            delivery.queue?.withdraw(batch.id)
            return false
        }
        delivery.queue?.shorten(batch.id, to: body.count)
        let id = requestID(batch.events.prefix(body.count), dropped)
        let span = span(of: batch.events.prefix(body.count))
        var request = delivery.endpoint.request(body.bytes, id: id, at: store.wall.seconds)
        if let span { request.headers += span.headers }
        delivery.isTellingLoss = dropped != nil
        transfers.begin(
            request, with: Load(endpoint: index, batch: batch.id, dropped: dropped, count: body.count, span: span))
        return true
    }

    /// It belongs to the first trace among the events', and knows the others.
    private func span(of events: ArraySlice<BackendEvent>) -> OutgoingSpan? {
        let traces = traces.traces(of: events.lazy.map(\.id))
        var span = traces.first?.begin()
        for other in traces.dropFirst() { span?.link(to: other) }
        return span
    }

    private func finish() {
        for (load, reply) in transfers.advance() {
            let delivery = deliveries[load.endpoint]
            let outcome = EndpointQueue.Outcome(reply)
            metrics.eventRequests[outcome.result].add()
            load.span?.end(
                "webhook \(delivery.endpoint.name)",
                [
                    .number("martlet.events", load.count), .number("http.response.status_code", reply.status),
                    .text("martlet.result", outcome.result.rawValue),
                ], failure: outcome == .delivered ? nil : "\(outcome.result.rawValue): \(reply.outcome)")
            if outcome == .delivered { metrics.eventsDelivered.add(load.count) }
            if let dropped = load.dropped {
                delivery.isTellingLoss = false
                if outcome == .delivered { delivery.queue?.noteTold(dropped) }
            }
            delivery.queue?.note(outcome, of: load.batch, at: monotonic, wall: now)
        }
    }

    // MARK: - Writing down

    private func save(_ delivery: EndpointDelivery) {
        guard let queue = delivery.queue, !delivery.isOutdated else { return }
        let (position, parked) = queue.saving()
        let saved = EndpointDelivery.Saved(position: position, parked: parked)
        if delivery.saved == saved { return }
        let (name, setAside) = (delivery.endpoint.name, queue.setAside.count)
        let isWritten = store.waitToWrite { chat throws(CommandError) in
            try chat.backendEndpoints.save(position, of: name, parked: parked)
        }
        guard isWritten else { return }
        delivery.saved = saved
        delivery.queue?.noteSaved(position, setAside: setAside)
    }

    private var now: Milliseconds { store.now(configuration) }

    /// For the metrics and `/readyz`.
    private func report() {
        let now = now
        var (parked, delay): (Int, Milliseconds) = (0, 0)
        var failing: [String] = []
        for delivery in deliveries {
            guard let queue = delivery.queue else { continue }
            parked += queue.parked.count
            if queue.cursor < queue.scanned { delay = max(delay, now - queue.cursor.time) }
            if let dropped = queue.position.dropped {
                failing.append("\(delivery.endpoint.name): events up to \(eventID(dropped.to)) were dropped")
            } else if let failure = queue.failure {
                failing.append("\(delivery.endpoint.name): \(failure)")
            } else if queue.hasTooManyParked {
                failing.append("\(delivery.endpoint.name): it refuses the events of \(queue.parked.count) subjects")
            }
            if (queue.failure != nil) != delivery.isFailing {
                delivery.isFailing = queue.failure != nil
                if let failure = queue.failure {
                    log.warning("endpoint takes no events", ["endpoint": delivery.endpoint.name, "reason": failure])
                } else {
                    log.info("endpoint takes events again", ["endpoint": delivery.endpoint.name])
                }
            }
        }
        metrics.eventSubjectsParked.set(parked)
        metrics.eventDelay.set(Int(delay.seconds.rawValue))
        metrics.eventEndpointsFailing.set(failing.count)
        if failing.isEmpty {
            readiness.clear(.events)
        } else {
            readiness.raise(.events, "events are not delivered: " + failing.joined(separator: "; "))
        }
    }

    private var monotonic: Milliseconds { Milliseconds(Clock.monotonic) }
}

/// An endpoint and what it is still to be given.
final class EndpointDelivery {
    struct Saved: Equatable {
        let position: EndpointPosition
        let parked: [ParkedEvent]
    }

    let endpoint: BackendEndpoint
    /// Nil until it was read where the endpoint stands.
    var queue: EndpointQueue?
    /// The state that was last written to the store.
    var saved: Saved?
    /// The store has more than was read.
    var hasMore = false
    /// Order holds if what is under way ends before a replay begins, so nothing more is given until then.
    var awaitsReplay = false
    /// Another node may have given events since the queue was read.
    var isOutdated = false
    var isFailing = false
    /// A request tells that events were dropped. It is told once, and before what comes after those.
    var isTellingLoss = false

    init(_ endpoint: BackendEndpoint) {
        self.endpoint = endpoint
    }
}

extension EndpointQueue.Outcome {
    init(_ reply: TransferReply) {
        let text = String(decoding: reply.body.prefix(200), as: UTF8.self)
        let printable = String(
            text.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init))
        switch reply.status {
        case 200..<300: self = .delivered
        case 0: self = .failed(status: 0, reply.failure, retryAfter: 0)
        // These speak of the URL or the secret, so of every event.
        case 401, 403, 404, 405, 408, 410, 425, 429: self = .failed(reply, printable)
        case 400..<500: self = .refused(status: reply.status, printable)
        default: self = .failed(reply, printable)
        }
    }

    fileprivate var result: EventRequestResult {
        switch self {
        case .delivered: .delivered
        case .refused: .refused
        case .failed: .failed
        }
    }

    private static func failed(_ reply: TransferReply, _ text: String) -> EndpointQueue.Outcome {
        .failed(status: reply.status, text, retryAfter: Milliseconds(reply.retryAfterSeconds * 1_000))
    }
}

private let gathering: Milliseconds = 20
private let betweenSaves: Milliseconds = 1_000
private let longestPause: Milliseconds = 1_000
private let lastAnswers: Milliseconds = 2_000
private let rowsPerPage = 1_000
private let bytesPerBatch = 256 << 10

/// The same for the same events.
private func requestID(_ events: ArraySlice<BackendEvent>, _ dropped: DroppedEvents?) -> String {
    let ids = events.map { eventID($0.id) } + (dropped.map { ["\($0.from)-\($0.to)"] } ?? [])
    return "req_" + Base64.url.encode(Digest.sha256(ids.joined(separator: " ")).prefix(16))
}

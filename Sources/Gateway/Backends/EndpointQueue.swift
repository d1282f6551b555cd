import Chat
import Domain

/// The events that one endpoint is still to be given, as a value without clock or socket. It decides which of them may
/// go together, what a failure means, and which subjects are parked. Times are of one clock that never goes back.
///
/// Events of one subject go one after the other: a subject has one request under way at most (E-03). A failure is first the
/// endpoint's: it rests. An event is blamed if the endpoint refuses it, or fails with it while it takes others (E-09): its batch is
/// halved down to that one event, and its subject is parked.
struct EndpointQueue {
    struct Batch: Equatable {
        let id: Int
        var events: [BackendEvent]
        /// It is of a subject that is parked.
        let isParked: Bool
        fileprivate(set) var failures = 0
        fileprivate var dueAt: Milliseconds = 0
    }

    enum Outcome: Equatable {
        case delivered
        /// The endpoint wants none of this.
        case refused(status: Int, String)
        /// No answer, or one that speaks of the endpoint.
        case failed(status: Int, String, retryAfter: Milliseconds)
    }

    /// A subject that waits for an event which the endpoint does not take.
    struct Parked: Equatable {
        var record: ParkedEvent
        fileprivate var dueAt: Milliseconds
        fileprivate var tries = 0
        /// The event was taken: those behind it are to be looked up.
        fileprivate(set) var isCatchingUp = false
        fileprivate var isUnderWay = false

        /// Moves on to a later event, which has not been tried yet.
        fileprivate mutating func move(to event: Stamp) {
            record = ParkedEvent(
                event: event, subject: record.subject, since: record.since, attempts: 0, status: 0, answer: "")
        }
    }

    let mostRequests: Int
    private(set) var position: EndpointPosition
    /// Everything up to there is in here, done, or not wanted.
    private(set) var scanned: Stamp
    /// Up to there it is noted what was lost before it was read.
    private var lossNoted: Stamp = 0
    private var ready: [BackendEvent] = []
    private var underWay: [Int: Batch] = [:]
    /// They have failed, and are tried again.
    private var waiting: [Batch] = []
    private var busy: Set<EventSubject> = []
    /// Events that were in a request that failed, and how many requests had succeeded then.
    private var suspects: [Stamp: Int] = [:]
    private(set) var parked: [EventSubject: Parked] = [:]
    /// To be written down with the position.
    private(set) var setAside: [ParkedEvent] = []
    private var restsUntil: Milliseconds = 0
    private var failuresInRow = 0
    private var successes = 0
    private var lastID = 0
    /// Why nothing is taken; nil: the last request succeeded.
    private(set) var failure: String?

    init(_ position: EndpointPosition, parked: [ParkedEvent], mostRequests: Int) {
        self.position = position
        self.mostRequests = mostRequests
        scanned = position.cursor
        for event in parked { self.parked[event.subject] = Parked(record: event, dueAt: 0) }
    }

    var requestsUnderWay: Int { underWay.count }

    /// There is room for more events.
    var wantsMore: Bool { ready.count < mostReady && waiting.count < mostReady / eventsPerBatch }

    /// So many subjects are parked that it is the endpoint's fault.
    var hasTooManyParked: Bool { parked.count > mostParked }

    /// Everything up to there is done, but for what is parked.
    var cursor: Stamp {
        let firsts =
            [ready.first?.id] + waiting.map { $0.events.first?.id }
            + underWay.values.filter { !$0.isParked }.map { $0.events.first?.id }
        guard let first = firsts.compactMap(\.self).min() else { return scanned }
        return first - Microseconds(1)
    }

    mutating func add(_ events: [BackendEvent], through: Stamp) {
        precondition(through >= scanned, "events before \(scanned) come again")
        scanned = through
        ready += events.filter { parked[$0.subject] == nil }
    }

    // MARK: - Giving

    /// When there will be something to give though nothing happens; nil: not before something does.
    func nextTime(at now: Milliseconds) -> Milliseconds? {
        guard hasRoom else { return nil }
        var times = waiting.map(\.dueAt)
        // The next page of what a subject catches up with: others' turns lie between two.
        times += parked.values.filter { !$0.isUnderWay }.map { $0.isCatchingUp ? now + betweenPages : $0.dueAt }
        if !ready.isEmpty { times.append(restsUntil) }
        return times.min().map { max($0, restsUntil) }.flatMap { $0 > now ? $0 : nil }
    }

    /// Events of one subject, or of several of which nothing is under way.
    mutating func next(at now: Milliseconds) -> Batch? {
        guard mayBegin(at: now) else { return nil }
        // After a failure others go first: if they succeed, it was not the endpoint.
        let fresh = takesFresh ? takeReady() : []
        if !fresh.isEmpty {
            for event in fresh { busy.insert(event.subject) }
            return begin(Batch(id: nextID(), events: fresh, isParked: false))
        }
        guard
            let index = waiting.indices.filter({ waiting[$0].dueAt <= now }).min(by: {
                waiting[$0].dueAt < waiting[$1].dueAt
            })
        else { return nil }
        return begin(waiting.remove(at: index))
    }

    func mayBegin(at now: Milliseconds) -> Bool {
        now >= restsUntil && hasRoom
    }

    private var hasRoom: Bool { underWay.count < (failure == nil ? mostRequests : 1) }

    private var takesFresh: Bool {
        !hasTooManyParked && (waiting.count < mostWaiting || waiting.allSatisfy { $0.events.count == 1 })
    }

    private mutating func takeReady() -> [BackendEvent] {
        var taken: [BackendEvent] = []
        var rest: [BackendEvent] = []
        for (index, event) in ready.enumerated() {
            if taken.count == eventsPerBatch {
                if rest.isEmpty {
                    ready.removeFirst(index)
                } else {
                    ready = rest + ready[index...]
                }
                return taken
            }
            if busy.contains(event.subject) { rest.append(event) } else { taken.append(event) }
        }
        ready = rest
        return taken
    }

    private mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private mutating func begin(_ batch: Batch) -> Batch {
        underWay[batch.id] = batch
        return batch
    }

    /// Only so many of the batch's events have gone: the others wait for the next one.
    mutating func shorten(_ id: Int, to count: Int) {
        guard let batch = underWay[id], count < batch.events.count else { return }
        precondition(count > 0, "a batch without events")
        giveBack(Array(batch.events[count...]), keeping: Array(batch.events[..<count]))
        underWay[id]?.events.removeSubrange(count...)
    }

    /// Into their places; their subjects are free again, but for those that others of the batch have.
    private mutating func giveBack(_ events: [BackendEvent], keeping others: [BackendEvent]) {
        busy.subtract(events.map(\.subject))
        for event in others { busy.insert(event.subject) }
        ready = (ready + events.filter { parked[$0.subject] == nil }).sorted { $0.id < $1.id }
    }

    // MARK: - Answers

    /// `wall`: milliseconds since 1970, for what is written down.
    mutating func note(_ outcome: Outcome, of id: Int, at now: Milliseconds, wall: Milliseconds) {
        guard var batch = underWay.removeValue(forKey: id) else { return }
        switch outcome {
        case .delivered:
            recover(at: now)
            successes += 1
            for event in batch.events { suspects[event.id] = nil }
            if batch.isParked, let last = batch.events.last { return proceed(last.subject, after: last.id) }
            busy.subtract(batch.events.map(\.subject))
        case .refused(let status, let answer):
            successes += 1
            recover(at: now)
            if batch.isParked { return delay(batch, status, answer, at: now) }
            blame(batch, status, answer, at: now, wall: wall)
        case .failed(let status, let answer, let retryAfter):
            if batch.isParked {
                if retryAfter > 0 { rest(status, answer, retryAfter, at: now) }
                return delay(batch, status, answer, at: now)
            }
            batch.failures += 1
            for event in batch.events where suspects[event.id] == nil { suspects[event.id] = successes }
            let othersPass = batch.events.allSatisfy { suspects[$0.id, default: successes] < successes }
            if retryAfter > 0 || !othersPass { rest(status, answer, retryAfter, at: now) }
            // Half of a batch is tried though nothing else passes, since the batch may hold all subjects that there are.
            if batch.failures >= failuresForBlame, othersPass || batch.events.count > 1 {
                return blame(batch, status, answer, at: now, wall: wall)
            }
            batch.dueAt = now + pause(after: batch.failures)
            waiting.append(batch)
        }
    }

    /// The same request was not made: its events come again.
    mutating func withdraw(_ id: Int) {
        guard let batch = underWay.removeValue(forKey: id) else { return }
        if batch.isParked {
            if let event = batch.events.first { parked[event.subject]?.isUnderWay = false }
        } else {
            waiting.append(batch)
        }
    }

    private mutating func rest(_ status: Int, _ answer: String, _ retryAfter: Milliseconds, at now: Milliseconds) {
        failure = status == 0 ? answer : "status \(status)"
        // Those that were under way together are one failure.
        guard now >= restsUntil else { return }
        failuresInRow += 1
        restsUntil = now + max(pause(after: failuresInRow), min(retryAfter, longestRetryAfter))
    }

    /// It answers: what has waited for that need wait no longer.
    private mutating func recover(at now: Milliseconds) {
        guard failure != nil else { return }
        (failure, failuresInRow, restsUntil) = (nil, 0, 0)
        for index in waiting.indices { waiting[index].dueAt = min(waiting[index].dueAt, now + firstPause) }
    }

    private mutating func blame(
        _ batch: Batch, _ status: Int, _ answer: String, at now: Milliseconds, wall: Milliseconds
    ) {
        let half = batch.events.count / 2
        guard half > 0 else { return park(batch, status, answer, at: now, wall: wall) }
        var first = batch
        first.events.removeSubrange(half...)
        giveBack(Array(batch.events[half...]), keeping: first.events)
        // One alone is tried as often as a whole batch was.
        first.failures = half == 1 ? 0 : failuresForBlame - 1
        first.dueAt = now
        waiting.append(first)
    }

    private mutating func park(
        _ batch: Batch, _ status: Int, _ answer: String, at now: Milliseconds, wall: Milliseconds
    ) {
        let event = batch.events[0]
        busy.remove(event.subject)
        suspects[event.id] = nil
        let record = ParkedEvent(
            event: event.id, subject: event.subject, since: wall, attempts: Int64(max(batch.failures, 1)),
            status: status, answer: answer)
        parked[event.subject] = Parked(record: record, dueAt: now + firstParkedPause)
        // They are looked up again when their turn comes.
        ready.removeAll { $0.subject == event.subject }
    }

    private mutating func delay(_ batch: Batch, _ status: Int, _ answer: String, at now: Milliseconds) {
        guard let event = batch.events.first, var lane = parked[event.subject] else { return }
        lane.isUnderWay = false
        lane.tries += 1
        if lane.record.event != event.id { lane.move(to: event.id) }
        lane.record.attempts += 1
        (lane.record.status, lane.record.answer) = (status, answer)
        lane.dueAt = now + min(firstParkedPause * Int64(1 << min(lane.tries, 10)), longestParkedPause)
        parked[event.subject] = lane
    }

    // MARK: - Parked subjects

    private mutating func proceed(_ subject: EventSubject, after event: Stamp) {
        guard var lane = parked[subject] else { return }
        (lane.isUnderWay, lane.isCatchingUp, lane.tries) = (false, true, 0)
        lane.move(to: event + Microseconds(1))
        parked[subject] = lane
    }

    /// Parked subjects whose time has come, and from where on their events are to be looked up.
    func lookups(at now: Milliseconds) -> [(subject: EventSubject, from: Stamp)] {
        guard mayBegin(at: now) else { return [] }
        return parked.values.filter { !$0.isUnderWay && ($0.isCatchingUp || $0.dueAt <= now) }
            .map { ($0.record.subject, $0.record.event) }
    }

    /// Takes the events of a parked subject that a lookup has found up to `through`. If there are none up to `scanned`,
    /// the subject is as any other again. An event that was not taken is tried alone.
    mutating func found(_ events: [BackendEvent], of subject: EventSubject, through: Stamp) -> Batch? {
        guard var lane = parked[subject], !lane.isUnderWay, underWay.count < mostRequests else { return nil }
        guard let first = events.first else {
            if through >= scanned {
                parked[subject] = nil
            } else {
                lane.isCatchingUp = true
                lane.move(to: through + Microseconds(1))
                parked[subject] = lane
            }
            return nil
        }
        let count = lane.isCatchingUp ? eventsPerBatch : 1
        if first.id != lane.record.event { lane.move(to: first.id) }
        (lane.isUnderWay, lane.isCatchingUp) = (true, false)
        parked[subject] = lane
        return begin(Batch(id: nextID(), events: Array(events.prefix(count)), isParked: true))
    }

    // MARK: - Giving up

    /// Events from before `cutoff` are not tried again (E-10). Those of parked subjects are set aside. The others are
    /// dropped, since the endpoint has not taken anything for so long, and it is told how many. Events up to `last` may
    /// have been deleted, whether they were read or not, except messages (E-19). `kinds`: those wanted.
    mutating func giveUp(before cutoff: Stamp, deletedThrough last: Stamp = 0, of kinds: Set<BackendEventKind> = []) {
        let old = cutoff - Microseconds(1)
        let deleted = kinds == [.messageCreated] ? min(last, old) : last
        let lost = max(old, deleted)
        func isLost(_ event: BackendEvent) -> Bool { event.id <= (event.kind == .messageCreated ? old : lost) }
        for (subject, lane) in parked where !lane.isUnderWay && !lane.isCatchingUp && lane.record.event <= lost {
            var record = lane.record
            record.state = .setAside
            setAside.append(record)
            proceed(subject, after: record.event)
        }
        drop(ready.filter(isLost))
        ready.removeAll(where: isLost)
        for index in waiting.indices.reversed() where waiting[index].events.contains(where: isLost) {
            var batch = waiting.remove(at: index)
            drop(batch.events.filter(isLost))
            busy.subtract(batch.events.map(\.subject))
            batch.events.removeAll(where: isLost)
            for event in batch.events { busy.insert(event.subject) }
            if !batch.events.isEmpty { waiting.append(batch) }
        }
        let noted = max(scanned, lossNoted, position.dropped?.to ?? 0)
        if noted < deleted {
            // How many there were, nobody has counted.
            noteDropped(DroppedEvents(from: noted + Microseconds(1), to: deleted, count: 1))
            lossNoted = deleted
        }
        // The messages up to there are still to be read.
        scanned = max(scanned, kinds.contains(.messageCreated) ? min(deleted, old) : deleted)
    }

    private mutating func drop(_ events: [BackendEvent]) {
        guard let first = events.first, let last = events.last else { return }
        for event in events { suspects[event.id] = nil }
        noteDropped(DroppedEvents(from: first.id, to: last.id, count: Int64(events.count)))
    }

    private mutating func noteDropped(_ dropped: DroppedEvents) {
        let former = position.dropped ?? DroppedEvents(from: dropped.from, to: dropped.to, count: 0)
        position.dropped = DroppedEvents(
            from: min(former.from, dropped.from), to: max(former.to, dropped.to), count: former.count + dropped.count)
    }

    /// The endpoint has been told of this.
    mutating func noteTold(_ dropped: DroppedEvents) {
        guard let present = position.dropped else { return }
        position.dropped =
            present == dropped
            ? nil : DroppedEvents(from: present.from, to: present.to, count: present.count - dropped.count)
    }

    /// The state to be written down. The caller leaves that out if it is the same as the last one.
    func saving() -> (position: EndpointPosition, parked: [ParkedEvent]) {
        var position = position
        position.cursor = cursor
        return (position, setAside + parked.values.map(\.record).sorted { $0.event < $1.event })
    }

    /// It is written down.
    mutating func noteSaved(_ position: EndpointPosition, setAside count: Int) {
        self.position.cursor = position.cursor
        setAside.removeFirst(count)
    }

    private func pause(after failures: Int) -> Milliseconds {
        min(firstPause * Int64(1 << min(failures - 1, 10)), longestPause)
    }
}

private let eventsPerBatch = 100
private let mostReady = 4_000
private let mostWaiting = 8
private let mostParked = 1_000
private let betweenPages: Milliseconds = 20
private let failuresForBlame = 3
private let firstPause: Milliseconds = 1_000
private let longestPause: Milliseconds = 60_000
private let firstParkedPause: Milliseconds = 30_000
private let longestParkedPause: Milliseconds = 3_600_000
private let longestRetryAfter: Milliseconds = 3_600_000

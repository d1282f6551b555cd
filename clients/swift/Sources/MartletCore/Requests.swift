/// How a request is made.
public struct RequestOptions: Sendable {
    public enum Key: Sendable, Equatable {
        /// The client makes one, so that a repeat is done once.
        case made
        /// For a request that may be done twice without harm.
        case none
        case named(String)
    }

    /// Milliseconds until the call fails; 0 for never.
    public var timeout = 30_000
    public var key = Key.made
    /// The trace that it belongs to (W3C Trace Context): `traceparent`, and perhaps `tracestate`.
    public var trace: JSON?
    /// It belongs to one connection: without one, and when it is lost, the call fails.
    package var isBound = false
    /// Bound, and sent at once, before all that wait.
    var isUrgent = false

    public init(timeout: Int = 30_000, key: Key = .made, trace: JSON? = nil) {
        self.timeout = timeout
        self.key = key
        self.trace = trace
    }
}

typealias Reply = Result<JSON, MartletError>

/// Matches replies to requests, stays below the gateway's rate, and keeps the order: of requests that are refused
/// as too frequent (gw 1003) or because the gateway cannot write (gw 1008) nothing is done, so they go out again,
/// in their order, before anything new. After a lost connection, what has no reply goes out again with its key,
/// unless that was so long ago that the gateway may have forgotten the key.
final class Requests {
    private final class Pending {
        let op: String
        let data: JSON
        let options: RequestOptions
        /// Nil: it may be done twice.
        let key: String?
        let done: (Reply) -> Void
        var id = 0
        var timer: Scheduler.Timer?
        /// When it was sent last.
        var sentAt: Int?
        /// How many bytes had gone out with it on its connection.
        var end = 0
        /// When it was first sent without a reply: it may have been done.
        var lostAt: Int?

        init(_ op: String, _ data: JSON, _ options: RequestOptions, _ done: @escaping (Reply) -> Void) {
            self.op = op
            self.data = data
            self.options = options
            self.done = done
            key =
                switch options.key {
                case .made: options.isUrgent ? nil : randomName()
                case .none: nil
                case .named(let name): name
                }
        }

        var isBound: Bool { options.isBound || options.isUrgent }
    }

    private let scheduler: Scheduler
    private var nextID = 1
    private var waiting: ArraySlice<Pending> = []
    private var sent: [Int: Pending] = [:]
    /// How many of those that were sent are not urgent.
    private(set) var underWay = 0
    /// Refused, to be sent again.
    private var refused: [Pending] = []
    /// How long to wait before the refused ones go out again, and how long the last wait for gw 1008 was.
    private var pause = 0
    private var unavailable = 0
    /// Runs while nothing may go out.
    private var timer: Scheduler.Timer?
    /// How many bytes have gone out on this connection, and how many of them the gateway has certainly read.
    private var written = 0
    private var read = 0
    private var send: ((String) -> Void)?
    private var budget: Budget
    /// For so long the gateway knows a key.
    private var retryHours: Double?

    init(_ scheduler: Scheduler) {
        self.scheduler = scheduler
        budget = Budget(perSecond: 40, burst: 80, now: scheduler.now)
    }

    /// How many bytes may still be on their way.
    var unreadLength: Int { written - read }

    func request(_ op: String, _ data: JSON, _ options: RequestOptions, _ done: @escaping (Reply) -> Void) {
        let pending = Pending(op, data, options, done)
        if pending.isBound, send == nil { return settle(pending, .failure(lost())) }
        if options.timeout > 0 {
            pending.timer = scheduler.after(options.timeout) { [weak self] in self?.expire(pending) }
        }
        if options.isUrgent { return transmit(pending) }
        waiting.append(pending)
        pump()
    }

    /// A session is open: what waits goes out.
    func open(perSecond: Double, burst: Double, retryHours: Double?, send: @escaping (String) -> Void) {
        self.send = send
        self.retryHours = retryHours
        (written, read) = (0, 0)
        budget = Budget(perSecond: perSecond, burst: burst, now: scheduler.now)
        pump()
    }

    /// The session is lost: what has no reply waits for the next one.
    func close() {
        send = nil
        scheduler.cancel(timer)
        timer = nil
        pause = 0
        for pending in sent.values where pending.lostAt == nil { pending.lostAt = pending.sentAt }
        let again = (refused + sent.values).sorted { $0.id < $1.id }
        let all = again + waiting
        refused = []
        sent = [:]
        underWay = 0
        waiting = ArraySlice(all.filter { !$0.isBound })
        for pending in all where pending.isBound { settle(pending, .failure(lost())) }
    }

    /// Nothing goes out any more: all calls fail.
    func stop(_ error: MartletError) {
        close()
        let left = waiting
        waiting = []
        for pending in left { settle(pending, .failure(error)) }
    }

    func receive(_ reply: JSON) {
        guard let id = reply["id"]?.int, let pending = take(id) else { return }
        read = max(read, pending.end)
        if let told = reply["error"] {
            let error = MartletError(told)
            // A message in a live room is old a second later: the sender judges.
            let isHeld = !pending.options.isUrgent && pending.op != "room.send"
            if error.isOf("gw", 1003) || error.isOf("gw", 1008), isHeld {
                hold(pending, isUnavailable: error.code == 1008)
            } else {
                settle(pending, .failure(error))
            }
        } else {
            unavailable = 0
            settle(pending, .success(reply["ok"] ?? [:]))
        }
        pump()
    }

    private func take(_ id: Int) -> Pending? {
        guard let pending = sent.removeValue(forKey: id) else { return nil }
        if !pending.options.isUrgent { underWay -= 1 }
        return pending
    }

    private func hold(_ pending: Pending, isUnavailable: Bool) {
        refused.append(pending)
        if isUnavailable { unavailable = min(60_000, max(1000, unavailable * 2)) }
        let wait = isUnavailable ? Int(Double(unavailable) * (1 + scheduler.chance() / 4)) : 1000
        pause = max(pause, wait)
    }

    private func pump() {
        guard send != nil, timer == nil else { return }
        if !refused.isEmpty, underWay == 0 {
            let pause = pause
            self.pause = 0
            if wait(pause) { return }
            waiting = refused.sorted { $0.id < $1.id } + waiting
            refused = []
        }
        while refused.isEmpty, !waiting.isEmpty {
            if wait(budget.take(scheduler.now)) { return }
            let pending = waiting.removeFirst()
            if isForgotten(pending) {
                let message = "\(pending.op) may have been done"
                settle(pending, .failure(MartletError(name: "maybeDone", message: message)))
            } else {
                transmit(pending)
            }
        }
    }

    /// It may have been done, and the gateway may not know its key any more.
    private func isForgotten(_ pending: Pending) -> Bool {
        guard pending.key != nil, let lostAt = pending.lostAt else { return false }
        return !isKnown(sentAt: lostAt, now: scheduler.now, hours: retryHours)
    }

    /// Whether something is to be waited for.
    private func wait(_ milliseconds: Int) -> Bool {
        guard milliseconds > 0 else { return false }
        timer = scheduler.after(milliseconds) { [weak self] in
            self?.timer = nil
            self?.pump()
        }
        return true
    }

    private func transmit(_ pending: Pending) {
        pending.id = nextID
        nextID += 1
        pending.sentAt = scheduler.now
        sent[pending.id] = pending
        if !pending.options.isUrgent { underWay += 1 }
        var frame: JSON = ["id": JSON(pending.id), "op": JSON(pending.op)]
        frame["key"] = pending.key.map { JSON($0) }
        frame["trace"] = pending.options.trace
        frame["data"] = pending.data
        let text = frame.compactText
        written += text.utf8.count
        pending.end = written
        send?(text)
    }

    private func expire(_ pending: Pending) {
        if sent[pending.id] === pending { _ = take(pending.id) }
        waiting.removeAll { $0 === pending }
        refused.removeAll { $0 === pending }
        settle(pending, .failure(MartletError(name: "timeout", message: "no reply to \(pending.op)")))
        pump()
    }

    private func settle(_ pending: Pending, _ reply: Reply) {
        scheduler.cancel(pending.timer)
        scheduler.next { pending.done(reply) }
    }
}

private func lost() -> MartletError { MartletError(name: "connectionLost", message: "the connection was lost") }

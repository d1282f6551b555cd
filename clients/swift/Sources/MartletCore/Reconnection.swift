/// Decides when a link reconnects, from how its connections have gone since its start. Each `after…` says how many
/// milliseconds to wait, or nil to give up.
struct Reconnection {
    /// How many tokens in a row may be refused before the client gives up.
    private static let mostRefusals = 5
    /// A session that is replaced so soon was probably replaced by an attempt of this very device: one that was
    /// given up, or left by a restart, and whose `session.open` came late through a slow network.
    private static let ownAttempt = 20_000
    /// A session of this length shows that the gateway is well: the next failure counts as the first.
    private static let well = 60_000
    /// A session that ends sooner, again and again, must not be opened as often.
    private static let soon = 5000

    /// The longest that a gateway can have it wait.
    private static let mostDrainDelay = 300_000

    /// How many tokens were refused in a row.
    private(set) var refusals = 0
    /// How long the gateway wants it to wait, as `server.draining` has said.
    private(set) var drainDelay: Int?
    /// Why the gateway ends the session: the data of `session.kicked`.
    private(set) var kick: JSON?
    private var failures = 0
    /// It has come back after its own late attempt. Once: two devices of one name would take turns for ever.
    private var hasReturned = false
    private var openedAt: Int?

    /// The link connects.
    mutating func begin() {
        (drainDelay, kick, openedAt) = (nil, nil, nil)
    }

    mutating func opened(_ now: Int) {
        openedAt = now
        refusals = 0
    }

    mutating func heard(_ event: String, _ data: JSON) {
        if event == "server.draining" {
            drainDelay = data["reconnectAfterMilliseconds"]?.int.map { min($0, Self.mostDrainDelay) }
        } else if event == "session.kicked" {
            kick = data
        }
    }

    /// An attempt has failed.
    mutating func afterFailure(_ chance: Double) -> Int {
        failures += 1
        return retryDelay(failures, chance)
    }

    /// The gateway has refused `session.open`.
    mutating func afterRefusal(_ error: MartletError, _ chance: Double) -> Int? {
        let next = AfterClose(refusal: error)
        if next == .token { refusals += 1 }
        if next == .never || (next == .token && refusals >= Self.mostRefusals) { return nil }
        return afterFailure(chance)
    }

    /// The connection has ended, or is taken as ended.
    mutating func afterClose(_ code: Int, now: Int, _ chance: Double) -> Int? {
        let lasted = openedAt.map { now - $0 }
        if let lasted, lasted >= Self.well { (failures, hasReturned) = (0, false) }
        if let lasted, kick?["reason"]?.string == "sameDevice", lasted < Self.ownAttempt, !hasReturned {
            hasReturned = true
            return 1000 + Int(chance * 1000)
        }
        switch code == 1006 && drainDelay != nil ? .later : AfterClose(code: code) {
        case .never: return nil
        case .later: return drainDelay ?? 1000 + Int(chance * 4000)
        case .token: refusals += 1
        case .again: break
        }
        let isWell = lasted.map { $0 >= Self.soon } ?? false
        return isWell && refusals < 2 ? retryDelay(failures, chance) : afterFailure(chance)
    }
}

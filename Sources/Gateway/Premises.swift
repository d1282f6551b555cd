import ClientProtocol
import Domain
import EventLoop
import Framing
import Ledger
import Meters
import Routing
import ServerAPI
import Settings
import Storage
import Telemetry
import Transport

/// What the desks of all shards share. Nothing in it changes but what guards itself.
struct Premises: Sendable {
    let configuration: Configuration
    let node: Node<Desk>
    let store: Store<Clerk>
    let directory: Directory
    let departures: Departures
    let postmaster: Postmaster
    let log: Log
    let metrics: Metrics
    let readiness: Readiness
    let operations: OperationTable
    let upgrades: WebSocketUpgradePolicy
    let sessionRate: RateLimit
    let userRate: RateLimit
    let auditedWords: WordList

    init(
        _ configuration: Configuration, node: Node<Desk>, log: Log, metrics: Metrics, operations: OperationTable
    ) throws {
        self.configuration = configuration
        self.node = node
        self.log = log
        self.metrics = metrics
        self.operations = operations
        let directory = Directory(configuration.loginPolicy)
        let readiness = Readiness()
        let departures = Departures(delayMilliseconds: configuration.subscriptions.reconnectMilliseconds)
        self.directory = directory
        self.departures = departures
        self.readiness = readiness
        let bookOptions = configuration.bookOptions(
            isReached: Self.isReached(in: directory, desktopIsAway: configuration.push.desktopIsAway))
        let postmaster = try Postmaster(configuration, bookOptions, metrics.process)
        self.postmaster = postmaster
        var options = configuration.storeOptions
        options.onBatch = { operations, nanoseconds in
            metrics.process.storeOperations.add(operations)
            metrics.process.storeBatches.observe(nanoseconds: nanoseconds)
        }
        store = try Store(
            SQLiteEngine(directory: configuration.data.directory), migrations: Schema.migrations, options: options,
            onHealth: { Self.note($0, readiness, log) }
        ) { transaction throws(StoreError) in
            let books = try Books(bookOptions, store: transaction) { configuration.microseconds }
            try books.leaveAll()
            return Clerk(books, node: node, directory: directory, departures: departures, postmaster: postmaster)
        }
        upgrades = WebSocketUpgradePolicy(origins: configuration.origins.policy, subprotocols: [Desk.subprotocol])
        let rates = configuration.requests
        sessionRate = RateLimit(perSecond: rates.perSecondPerSession, burst: rates.burstPerSession)
        auditedWords = WordList(configuration.profiles.auditedWords)
        userRate = RateLimit(perSecond: rates.perSecondPerUser, burst: rates.burstPerUser)
    }

    // MARK: - Who is there

    func noteDeparture(of session: Session, ago milliseconds: Int64) {
        departures.note(
            session.account, session.record.user, from: session.record.platform,
            at: configuration.microseconds / 1_000 - milliseconds)
    }

    func noteArrival(of user: UserID, _ account: Int64) {
        attend(account, user, left: nil, since: configuration.microseconds / 1_000)
    }

    func tellDepartures(dueBy now: Int64) {
        for departure in departures.take(dueBy: now) {
            attend(departure.account, departure.user, left: departure.platform, since: departure.moment)
        }
    }

    /// The books look where the user is, now that a session has come, or that one has left a platform at that moment.
    private func attend(_ account: Int64, _ user: UserID, left: Platform?, since moment: Int64) {
        store.write { clerk, transaction throws(StoreError) in
            try clerk.attend(account, user, left: left, since: moment, transaction)
        } failed: { [log] error in
            log.warning("presence not stored", ["user": user.text, "reason": "\(error)"])
        }
    }

    /// who has what a push would tell on the screen, or could have.
    private static func isReached(
        in directory: Directory, desktopIsAway: Bool
    ) -> @Sendable (UserID) -> Bool {
        { user in
            let sessions = directory.sessions(of: user)
            return desktopIsAway ? sessions.contains { ![.pc, .web].contains($0.platform) } : !sessions.isEmpty
        }
    }

    /// The device is signed out: nobody who holds it is to see the user's messages any more.
    func signOut(_ session: SessionRecord) {
        if configuration.pushProviders.isEmpty { return }
        store.write { clerk, transaction throws(StoreError) in
            try clerk.work(transaction) { books in
                guard let account = try books.number(of: session.user) else { return }
                try books.unregister(device: session.device, of: account)
            }
        } failed: { [log] error in
            log.warning("a device is still pushed to", ["user": session.user.text, "reason": "\(error)"])
        }
    }

    /// The store has fallen ill, or recovered.
    private static func note(_ error: StoreError?, _ readiness: Readiness, _ log: Log) {
        if let error {
            readiness.raise(.store, error.description)
            log.error("the store cannot be written to", ["reason": error.description])
        } else {
            readiness.clear(.store)
            log.info("the store can be written to again")
        }
    }
}

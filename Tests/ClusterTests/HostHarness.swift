import Cluster
import EventLoop
import Locking
import Storage
import TestSupport
import Testing

extension PostgresLogOptions {
    /// A log of its own on the tests' server.
    static func ofTest(change: (inout PostgresLogOptions) -> Void = { _ in }) -> PostgresLogOptions {
        var random = SystemRandomNumberGenerator()
        var options = PostgresLogOptions(address: PostgresServer.shared.address, cluster: "test")
        options.schema = "host_\(random.next())"
        options.leaseMilliseconds = 600
        change(&options)
        return options
    }
}

/// What the body finds, within a minute.
func soon<Found>(_ look: () throws -> Found?) rethrows -> Found? {
    let deadline = Clock.monotonic + 60_000
    while Clock.monotonic < deadline {
        if let found = try look() { return found }
        Clock.sleep(milliseconds: 10)
    }
    return nil
}

/// The digests of all nodes' tables, once they are equal.
func equalDigests(of nodes: [Machine]) -> [TableDigest]? {
    soon {
        let found = nodes.map { node in (try? node.host.digests()) ?? [] }
        return Set(found.map { "\($0)" }).count == 1 ? found[0] : nil
    }
}

/// A node with its store.
final class Machine {
    let name: String
    /// Of the next version.
    private(set) var isNext = false
    let host: NodeHost
    let heard = Heard()
    private let folder: TemporaryFolder
    private let directory: DataDirectory
    private let links: Links

    /// How its node reaches the others.
    enum Links {
        case memory(Network)
        case database(PostgresLinks)
    }

    /// `network`: nil: it reaches the others by the database. `folder`: of a node that has ended, to go on with.
    init(
        _ name: String, _ log: PostgresLogOptions, _ network: Network?,
        _ migrations: Migrations = Migrations(Numbers.migrations),
        in former: TemporaryFolder? = nil, service: (Heard) -> sending any NodeService = { Numbers($0) },
        change: (inout NodeOptions) -> Void = { _ in }
    ) throws {
        self.name = name
        links = network.map { .memory($0) } ?? .database(PostgresLinks(log))
        folder = try former ?? TemporaryFolder()
        directory = try DataDirectory(folder.path("store"))
        let store = try NodeStore(directory, migrations: migrations, cluster: log.cluster)
        var options = NodeOptions()
        options.leaseMilliseconds = log.leaseMilliseconds
        options.renewalMilliseconds = 100
        options.memberMilliseconds = 1_500
        options.retryMilliseconds = 10
        options.batchRequests = 16
        options.build.migrations = migrations.last
        change(&options)
        let open = { @Sendable () throws(LogError) -> any ClusterLog in try PostgresLog(log) }
        let way: any NodeLinks =
            switch links {
            case .memory(let network): Network.Way(network: network, name: name)
            case .database(let links): links
            }
        host = NodeHost(name: name, store, service(heard), links: way, options: options, log: open) { _ in }
        switch links {
        case .memory(let network): network.add(name, host)
        case .database(let links): links.start { [host] in host.take($0) }
        }
    }

    /// Of the next version, which has newer tables.
    convenience init(
        next name: String, _ log: PostgresLogOptions, _ network: Network?, in former: TemporaryFolder? = nil
    ) throws {
        try self.init(
            name, log, network, Migrations(Numbers.nextMigrations), in: former,
            service: { Numbers($0, isNext: true) })
        isNext = true
    }

    var storePath: String { folder.path("store") }

    /// Changes what the disk of a node has that has ended.
    static func damage(_ folder: TemporaryFolder, _ sql: SQL) throws {
        let directory = try DataDirectory(folder.path("store"))
        defer { directory.release() }
        let store = try ReplicatedStore(directory, migrations: Migrations(Numbers.migrations))
        defer { store.close() }
        try store.begin()
        try store.transaction.execute(sql)
        try store.commit(nil)
    }

    /// As if it were killed: what it was asked and has not answered is its clients' doubt. Returns what its disk has.
    @discardableResult
    func kill() -> TemporaryFolder {
        switch links {
        case .memory(let network): network.cut(name)
        case .database(let links): links.stop()
        }
        host.stop()
        directory.release()
        return folder
    }

    func request(_ number: Int) { request("\(number)") }

    func request(_ text: String) {
        heard.asked()
        host.take(.request(SessionRequest(session: 1, ticket: 1, kind: .change, bytes: Array(text.utf8))))
    }
}

/// What a node's clients and its operator have heard. Replies are numbers, by what was asked.
final class Heard: Sendable {
    private struct State {
        var open = 0
        var replies: [String: [Int64]] = [:]
        var told: [String] = []
        var notes: [String] = []
        var storeProblems: [String?] = []
        var rebuilds = 0
        var refused = 0
        var mayHalt = false
        var halt: String?
    }

    private let state = Lock(State())

    var open: Int { state.withLock(\.open) }
    var replies: [String: [Int64]] { state.withLock(\.replies) }
    var told: [String] { state.withLock(\.told) }
    var notes: [String] { state.withLock(\.notes) }
    /// Nil: it was over.
    var storeProblems: [String?] { state.withLock(\.storeProblems) }
    var rebuilds: Int { state.withLock(\.rebuilds) }
    var refused: Int { state.withLock(\.refused) }

    func note(_ problem: String) { state.withLock { $0.notes.append(problem) } }
    func storeFails(_ problem: String?) { state.withLock { $0.storeProblems.append(problem) } }
    func told(_ text: String) { state.withLock { $0.told.append(text) } }
    func rebuilt() { state.withLock { $0.rebuilds += 1 } }

    /// Why the node does nothing more, where that is to be.
    var halt: String? { state.withLock(\.halt) }
    func mayHalt() { state.withLock { $0.mayHalt = true } }

    func halted(_ reason: String) {
        let isExpected = state.withLock { state in
            state.halt = reason
            return state.mayHalt
        }
        if !isExpected { Issue.record("a node ends: \(reason)") }
    }

    func refuse() { state.withLock { $0.refused += 1 } }
    func asked() { state.withLock { $0.open += 1 } }

    func reply(_ reply: [UInt8]) {
        let words = String(decoding: reply, as: UTF8.self).split(separator: " ")
        state.withLock { state in
            state.open -= 1
            state.replies[String(words[0]), default: []].append(Int64(words[1]) ?? 0)
        }
    }
}

/// A domain that gives each request the next number.
final class Numbers: NodeService {
    static let migrations = [
        Migration(
            number: 1, name: "numbers",
            statements: ["CREATE TABLE number (id INTEGER PRIMARY KEY, request TEXT NOT NULL UNIQUE)"])
    ]
    /// Of the next version, which writes down how long a request is.
    static let nextMigrations =
        migrations + [
            Migration(
                number: 2, name: "lengths",
                statements: [
                    "ALTER TABLE number ADD COLUMN length INTEGER NOT NULL DEFAULT 0",
                    "CREATE INDEX number_length ON number (length)",
                ])
        ]

    private let heard: Heard
    private let isNext: Bool
    private var own: Set<Incarnation> = []
    /// In memory, so that it must be forgotten.
    private var last: Int64?

    init(_ heard: Heard, isNext: Bool = false) {
        self.heard = heard
        self.isNext = isNext
    }

    func carryOut(
        _ work: Work, in batch: Batch, _ transaction: any Transaction
    ) throws(StoreError) -> RecordEntry {
        var entry = RecordEntry()
        guard case .request(_, let forwarded) = work, forwarded.request.kind == .change else { return entry }
        let request = String(decoding: forwarded.request.content.bytes, as: UTF8.self)
        var number = last ?? 0
        if last == nil {
            try transaction.query("SELECT coalesce(max(id), 0) FROM number") { row in number = row.integer(0) }
        }
        number += 1
        last = number
        try transaction.execute(
            "INSERT INTO number (id, request) VALUES ($1, $2)", [.integer(number), .text(request)])
        if isNext {
            try transaction.execute(
                "UPDATE number SET length = $1 WHERE id = $2", [.integer(Int64(request.utf8.count)), .integer(number)])
        }
        entry.reply = Array("\(request) \(number)".utf8)
        return entry
    }

    func failed(_ work: Work, _ error: StoreError) -> RecordEntry {
        last = nil
        heard.note("\(error)")
        return RecordEntry()
    }

    func rolledBack() { last = nil }

    func perform(_ action: NodeAction, _ reading: any Transaction) {
        switch action {
        case .tell(let content, _):
            for entry in content.entries {
                guard let reply = entry.reply, let request = entry.request, own.contains(request.incarnation) else {
                    continue
                }
                heard.reply(reply)
            }
        case .began(let incarnation): own.insert(incarnation)
        case .promoted: last = nil
        case .rebuild:
            last = nil
            heard.rebuilt()
        case .halt(let reason): heard.halted(reason)
        case .refuse: heard.refuse()
        case .storeFails(let problem): heard.storeFails(problem)
        default: break
        }
    }

    func note(_ problem: String) { heard.note(problem) }
}

/// Links in memory.
final class Network: Sendable {
    private struct State {
        var hosts: [String: NodeHost] = [:]
        var incarnations: [String: Incarnation] = [:]
    }

    private let state = Lock(State())

    struct Way: NodeLinks {
        let network: Network
        let name: String

        func send(_ message: LinkMessage, to other: Incarnation) { network.send(message, from: name, to: other) }
        func began(_ incarnation: Incarnation) { network.began(name, incarnation) }
    }

    func add(_ name: String, _ host: NodeHost) {
        // Nobody sends before both ends know of the link.
        state.withLock { state in
            let others = state.hosts.filter { $0.key != name }
            state.hosts[name] = host
            guard let own = state.incarnations[name] else { return }
            for (name, other) in others {
                guard let incarnation = state.incarnations[name] else { continue }
                other.take(.linkUp(own))
                host.take(.linkUp(incarnation))
            }
        }
    }

    private func began(_ name: String, _ incarnation: Incarnation) {
        let (host, former) = state.withLock { state in
            defer { state.incarnations[name] = incarnation }
            return (state.hosts[name], state.incarnations[name])
        }
        // A node that has just been made has no host yet.
        guard let host else { return }
        if let former { cut(name, former) }
        add(name, host)
    }

    func cut(_ name: String) {
        let former = state.withLock { state in
            state.hosts[name] = nil
            return state.incarnations.removeValue(forKey: name)
        }
        if let former { cut(name, former) }
    }

    private func cut(_ name: String, _ former: Incarnation) {
        for (_, host) in state.withLock(\.hosts).filter({ $0.key != name }) { host.take(.linkDown(former)) }
    }

    private func send(_ message: LinkMessage, from name: String, to other: Incarnation) {
        let (host, own) = state.withLock { state in
            (state.incarnations.first { $0.value == other }.flatMap { state.hosts[$0.key] }, state.incarnations[name])
        }
        if let host, let own { host.take(.message(message, from: own)) }
    }
}

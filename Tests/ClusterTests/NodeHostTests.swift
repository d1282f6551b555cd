import Cluster
import EventLoop
import Locking
import Storage
import TestSupport
import Testing

/// Three nodes in one process, on a real PostgreSQL.
struct NodeHostTests {
    private let network = Network()

    private func options() -> PostgresLogOptions {
        var random = SystemRandomNumberGenerator()
        var options = PostgresLogOptions(address: PostgresServer.shared.address, cluster: "test")
        options.schema = "host_\(random.next())"
        options.leaseMilliseconds = 600
        return options
    }

    @Test func `requests of three nodes are carried out once, also when the leader is killed or hands over`() throws {
        let options = options()
        var nodes = try (0..<3).map { try Machine("n\($0)", options, network) }
        defer { for node in nodes { node.host.stop() } }
        var sent = 0
        for round in 0..<4 {
            for _ in 0..<50 {
                for node in nodes {
                    sent += 1
                    node.request(sent)
                }
            }
            let leader = try #require(wait { nodes.firstIndex { $0.host.look(\.isLeading) } }, "nobody leads")
            switch round {
            case 0: nodes[leader].host.take(.handOver)
            case 1:
                // As if it were killed: what it was asked and has not answered is its clients' doubt.
                let killed = nodes.remove(at: leader)
                network.cut(killed.name)
                killed.host.stop()
            default: break
            }
            #expect(wait { nodes.allSatisfy { $0.service.open == 0 } ? true : nil } == true, "round \(round)")
        }
        // Everything that the living nodes were asked is answered once, with a number that no other answer has.
        let numbers = nodes.flatMap { node in node.service.replies.values.flatMap { $0 } }
        #expect(Set(numbers).count == numbers.count)
        for node in nodes { #expect(node.service.replies.values.allSatisfy { $0.count == 1 }) }
        let digests = wait { () -> [[TableDigest]]? in
            let found = nodes.map { node in (try? node.host.digests()) ?? [] }
            return Set(found.map { "\($0)" }).count == 1 ? found : nil
        }
        #expect(digests != nil, "the stores differ")
    }

    private func wait<Found>(_ look: () -> Found?) -> Found? {
        let deadline = Clock.monotonic + 15_000
        while Clock.monotonic < deadline {
            if let found = look() { return found }
            Clock.sleep(milliseconds: 10)
        }
        return nil
    }
}

/// A node with its store.
private final class Machine {
    let name: String
    let host: NodeHost
    let service = Replies()
    private let folder: TemporaryFolder
    private let directory: DataDirectory

    init(_ name: String, _ log: PostgresLogOptions, _ network: Network) throws {
        self.name = name
        folder = try TemporaryFolder()
        directory = try DataDirectory(folder.path("store"))
        let store = try NodeStore(directory, migrations: Numbers.migrations, cluster: log.cluster)
        var options = NodeOptions()
        options.leaseMilliseconds = log.leaseMilliseconds
        options.renewalMilliseconds = 100
        options.memberMilliseconds = 1_500
        options.retryMilliseconds = 10
        options.batchRequests = 16
        host = NodeHost(
            name: name, store, Numbers(service), links: Network.Way(network: network, name: name), options: options
        ) { () throws(LogError) in try PostgresLog(log) }
        network.add(name, host)
    }

    func request(_ number: Int) {
        service.asked()
        host.take(
            .request(SessionRequest(session: 1, ticket: UInt64(number), kind: .change, bytes: Array("\(number)".utf8))))
    }
}

/// What a node's clients have heard: numbers, by what they asked.
private final class Replies: Sendable {
    private let state = Lock<(open: Int, replies: [String: [Int64]])>((0, [:]))

    var open: Int { state.withLock(\.open) }
    var replies: [String: [Int64]] { state.withLock(\.replies) }

    func asked() { state.withLock { $0.open += 1 } }

    func heard(_ reply: [UInt8]) {
        let words = String(decoding: reply, as: UTF8.self).split(separator: " ")
        state.withLock { state in
            state.open -= 1
            state.replies[String(words[0]), default: []].append(Int64(words[1]) ?? 0)
        }
    }
}

/// A domain that gives each request the next number.
private final class Numbers: NodeService {
    static let migrations = [
        Migration(
            number: 1, name: "numbers",
            statements: ["CREATE TABLE number (id INTEGER PRIMARY KEY, request TEXT NOT NULL UNIQUE)"])
    ]

    private let replies: Replies
    private var own: Set<Incarnation> = []
    /// In memory, so that it must be forgotten.
    private var last: Int64?

    init(_ replies: Replies) { self.replies = replies }

    func carryOut(
        _ work: Work, in batch: Batch, _ transaction: any Transaction
    ) throws(StoreError) -> RecordEntry {
        var entry = RecordEntry()
        guard case .request(_, let forwarded) = work, forwarded.request.kind == .change else { return entry }
        let request = String(decoding: forwarded.request.bytes, as: UTF8.self)
        var number = last ?? 0
        if last == nil {
            try transaction.query("SELECT coalesce(max(id), 0) FROM number") { row in number = row.integer(0) }
        }
        number += 1
        last = number
        try transaction.execute(
            "INSERT INTO number (id, request) VALUES ($1, $2)", [.integer(number), .text(request)])
        entry.reply = Array("\(request) \(number)".utf8)
        return entry
    }

    func rolledBack() { last = nil }

    func perform(_ action: NodeAction) {
        switch action {
        case .tell(let content, _):
            for entry in content.entries {
                guard let reply = entry.reply, let request = entry.request, own.contains(request.incarnation) else {
                    continue
                }
                replies.heard(reply)
            }
        case .began(let incarnation): own.insert(incarnation)
        case .promoted: last = nil
        case .rebuild(let reason), .halt(let reason): Issue.record("a node ends: \(reason)")
        default: break
        }
    }
}

/// Links in memory.
private final class Network: Sendable {
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
        let (own, others) = state.withLock { state -> (Incarnation?, [(NodeHost, Incarnation)]) in
            let others = state.hosts.compactMap { other in state.incarnations[other.key].map { (other.value, $0) } }
            state.hosts[name] = host
            return (state.incarnations[name], others)
        }
        guard let own else { return }
        for (other, incarnation) in others {
            other.take(.linkUp(own))
            host.take(.linkUp(incarnation))
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

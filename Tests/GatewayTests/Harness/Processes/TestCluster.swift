import Client
import Foundation
import Framing
import JSON
import Locking
import TestSupport
import Testing

/// The nodes that are one gateway to a test. `MARTLET_NODES=3` runs the tests like this: whatever connects is dealt over the
/// nodes, signals go to all of them, and logs and metrics are those of all.
final class TestCluster {
    private static let count =
        ProcessInfo.processInfo.environment["MARTLET_NODES"].map { Int($0)! } ?? 1
    /// Whether tests run on a cluster.
    static let isUsual = count > 1

    private let database: String
    private(set) var nodes: [GatewayProcess] = []
    private var places: [NodePlace] = []
    private var turn = 0
    private let asking = Lock<Void>(())
    /// Whatever connects comes to the first node.
    var isAtOneNode = false

    /// One directory of media for all nodes.
    private let media: TemporaryFolder

    init() throws {
        database = try Databases.take()
        media = try TemporaryFolder()
    }

    /// The first of the nodes. `make` takes a node's own settings and the end of its files' names.
    func start(_ make: ([String: String], String) throws -> GatewayProcess) throws -> GatewayProcess {
        let address = PostgresServer.shared.address(of: database)
        for number in 0..<Self.count {
            let own = [
                "cluster.node": #""n\#(number)""#,
                "cluster.database": #""\#(address) application_name=n\#(number)""#,
                "media.shared": "true", "media.directory": #""\#(media.path("media"))""#,
            ]
            nodes.append(try make(own, number == 0 ? "" : "-\(number)"))
        }
        places = nodes.enumerated().map { NodePlace($1, named: "n\($0)") }
        return nodes[0]
    }

    /// When its processes have ended.
    func end() {
        nodes = []
        places = []
        Databases.giveBack(database)
    }

    /// Whose turn it is to have a client.
    func next() -> GatewayProcess {
        if isAtOneNode { return nodes[0] }
        turn += 1
        return nodes[(turn - 1) % nodes.count]
    }

    /// Waits until a node has whatever any client has been told or has done. A node's clients may be told before those of
    /// another (docs/cluster.md), and a test knows of all of them.
    func level(_ node: GatewayProcess) {
        // A test's clients may ask beside each other.
        asking.withLock { _ in waitUntilLevel(node) }
    }

    private func waitUntilLevel(_ node: GatewayProcess) {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            for place in places { place.ask() }
            var (isLevel, own, furthest) = (true, 0, 0)
            for place in places {
                switch place.answer() {
                case .at(let position, let waiting):
                    furthest = max(furthest, position)
                    if place.node === node { own = position }
                    if waiting > 0 { isLevel = false }
                // A test that ends its gateway is answered by no node.
                case .ended: return
                case .none: isLevel = false
                }
            }
            if isLevel && own == furthest { return }
            pause(.milliseconds(1))
        }
        Issue.record("the nodes do not become level")
    }
}

/// How far a node is, asked over and over.
private final class NodePlace {
    enum Answer {
        case at(position: Int, waiting: Int)
        case ended
        case none
    }

    let node: GatewayProcess
    private let name: String
    private var connection: HTTPConnection?
    private let document = JSONDocument()

    init(_ node: GatewayProcess, named name: String) { (self.node, self.name) = (node, name) }

    func ask() {
        do {
            let open = try connection ?? HTTPConnection(node.adminEndpoint ?? node.endpoint, node.channelOptions)
            connection = open
            let lines = [
                "POST \(HTTPAPI.path)admin.cluster.status HTTP/1.1", "Host: \(open.channel.endpoint.authority)",
                "Martlet-Key: \(Keys.observer)", "Content-Length: 0", "", "",
            ]
            try open.send(raw: lines.joined(separator: "\r\n"))
        } catch {
            connection = nil
        }
    }

    func answer() -> Answer {
        do {
            guard let response = try connection?.response() else { throw Overdue(description: "no connection") }
            // It ends.
            if response.status == 503 { return .ended }
            guard response.status == 200 else {
                Issue.record("a node does not tell how far it is: \(response.status) \(response.text)")
                return .ended
            }
            let status = try document.parse(response.text)["ok"]
            let own = status?["nodes"]?.elements?.first { $0["node"]?.string == name }
            return .at(position: own?["position"]?.int ?? 0, waiting: status?["waiting"]?.int ?? 0)
        } catch {
            connection = nil
            return node.process.ended == nil ? .none : .ended
        }
    }
}

/// Databases for one test after the other: making one takes longer than most tests.
private enum Databases {
    private static let free = Lock<[String]>([])

    static func take() throws -> String {
        if let name = free.withLock({ $0.popLast() }) {
            try PostgresServer.shared.psql("DROP SCHEMA IF EXISTS martlet CASCADE", in: name)
            return name
        }
        let name = "suite\(UInt64.random(in: 0 ... .max))"
        try PostgresServer.shared.psql("CREATE DATABASE \(name)")
        return name
    }

    static func giveBack(_ name: String) { free.withLock { $0.append(name) } }
}

extension Trait where Self == ConditionTrait {
    /// Not on a cluster, for that reason.
    static func alone(_ reason: Comment) -> Self { .disabled(if: TestCluster.isUsual, reason) }
}

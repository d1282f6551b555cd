import Client
import Framing
import Glibc
import TestSupport
import Testing

/// Several gateways that are one, by a real PostgreSQL.
final class GatewayNodes {
    private(set) var all: [GatewayProcess] = []
    /// Those that have not been killed.
    private(set) var living: [GatewayProcess] = []

    private let settings: [String: String]
    private let keys = Keys()
    private let server: PostgresServer
    private let database: String

    fileprivate init(_ count: Int, _ settings: [String: String], _ server: PostgresServer) throws {
        self.settings = settings
        self.server = server
        database = "d\(UInt64.random(in: 0 ... .max))"
        try server.psql("CREATE DATABASE \(database)")
        for _ in 0..<count { try add() }
    }

    /// Of a node.
    func ownSettings(_ number: Int) -> [String: String] {
        [
            "cluster.node": #""n\#(number)""#,
            "cluster.database": #""\#(server.address(of: database)) application_name=n\#(number)""#,
            "media.store": #""none""#,
            // With less a busy machine takes the lease from who lives.
            "cluster.leaseMilliseconds": "3000",
        ]
    }

    /// One more, with nothing on its disk, and some settings of its own. It is being started. `launcher`: the program that runs it.
    @discardableResult
    func add(_ more: [String: String] = [:], launcher: [String] = []) throws -> GatewayProcess {
        let node = try gateway(ownSettings(all.count).merging(more) { $1 }, launcher: launcher)
        all.append(node)
        living.append(node)
        return node
    }

    /// A gateway that runs alone, with the same users.
    func alone() throws -> GatewayProcess { try gateway([:]) }

    private func gateway(_ own: [String: String], launcher: [String] = []) throws -> GatewayProcess {
        try GatewayProcess(
            settings.merging(own) { $1 }, keys: keys, door: .webSocket, launcher: launcher, workspace: Workspace())
    }

    /// Begins the cluster with the store of a gateway that runs alone.
    func found(with gateway: GatewayProcess) throws {
        try gateway.stop()
        try gateway.configure(ownSettings(all.count).mapValues { $0 })
        _ = try gateway.command("cluster", "found")
        try gateway.launchAgain()
        all.append(gateway)
        living.append(gateway)
    }

    /// In the database of the cluster.
    @discardableResult
    func sql(_ text: String) throws -> String { try server.psql(text, in: database) }

    /// The one that leads, once there is one.
    func leader() throws -> GatewayProcess {
        try until("a node leads") {
            try living.first { try leads($0) }
        }
    }

    func leads(_ node: GatewayProcess) throws -> Bool {
        try node.logged("this node leads").count > node.logged("this node does not lead any more").count
    }

    /// One that has ended by itself, as it was to.
    func forget(_ node: GatewayProcess) { living.removeAll { $0 === node } }

    /// The one of that name.
    func node(_ name: String) throws -> GatewayProcess {
        try #require(name.last?.wholeNumberValue.flatMap { all.indices.contains($0) ? all[$0] : nil })
    }

    func kill(_ node: GatewayProcess) {
        node.process.kill()
        living.removeAll { $0 === node }
    }

    /// One that has ended.
    func start(_ node: GatewayProcess) throws {
        try node.launchAgain()
        living.append(node)
    }

    /// As an operator does.
    func stop(_ node: GatewayProcess) throws {
        living.removeAll { $0 === node }
        try node.stop()
    }

    /// All at the same moment, as an operator does.
    func stopAll() throws {
        for node in all { node.process.signal(SIGTERM) }
        let ends = try all.map { try $0.process.wait(within: .seconds(20)) }
        living = []
        #expect(ends.allSatisfy { $0 == .exited(0) }, "\(ends)")
    }

    fileprivate func killAll() { for node in all { node.process.kill() } }

    fileprivate var logs: String {
        get throws { try all.map { try $0.errors.suffix(3000) }.joined(separator: "\n\n") }
    }
}

func withNodes(
    _ count: Int = 3, _ settings: [String: String] = [:], on server: PostgresServer = .shared,
    _ body: (GatewayNodes) throws -> Void
) throws {
    let unhurried = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000",
    ]
    let nodes = try GatewayNodes(count, unhurried.merging(settings) { $1 }, server)
    defer { nodes.killAll() }
    do {
        for node in nodes.all { try node.waitUntilReady() }
        try body(nodes)
        for node in nodes.living {
            if let end = node.process.ended { Issue.record("a gateway's end was \(end):\n\(try nodes.logs)") }
        }
    } catch {
        Issue.record("the gateways' logs:\n\(try nodes.logs)")
        throw error
    }
}

extension GatewayProcess {
    /// Requests over HTTP at the operators' listener.
    func operatorAPI() throws -> HTTPAPI {
        let api = HTTPAPI(try adminHTTP(), headers: [.adminKey(keys.adminKey)])
        api.witness = Declared.check
        return api
    }

    /// An administrator's session there.
    func operatorSession() throws -> ClientSession {
        let place = try #require(adminEndpoint)
        var options = ClientConnection.Options()
        options.subprotocols = [ClientSession.subprotocol]
        let session = ClientSession(
            try ClientConnection(
                Endpoint(isSecure: false, host: place.host, port: place.port, target: ClientSession.path), options))
        session.witness = Declared.check
        _ = try session.request("session.open", #"{"adminKey": "\#(keys.adminKey)"}"#).get()
        return session
    }

    /// A session once the cluster answers: until then logins are refused with gw 1008.
    func sessionWhenTaken(_ user: String, device: String = "d1") throws -> ClientSession {
        try until("a login is taken") {
            do {
                return try session(user, device: device)
            } catch let error as ServerError where error.code == 1008 {
                return nil
            }
        }
    }
}

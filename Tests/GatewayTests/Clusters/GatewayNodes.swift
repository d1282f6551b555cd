import Client
import Framing
import TestSupport
import Testing

/// Several gateways that are one, by a real PostgreSQL.
final class GatewayNodes {
    private(set) var all: [GatewayProcess] = []
    /// Those that have not been killed.
    private(set) var living: [GatewayProcess] = []

    fileprivate init(_ count: Int, _ settings: [String: String]) throws {
        let database = "d\(UInt64.random(in: 0 ... .max))"
        let server = PostgresServer.shared
        try server.psql("CREATE DATABASE \(database)")
        let address = server.address.replacing("dbname=postgres", with: "dbname=\(database)")
        let keys = Keys()
        for number in 0..<count {
            let own = [
                "cluster.node": #""n\#(number)""#, "cluster.database": #""\#(address)""#,
                "cluster.leaseMilliseconds": "1000",
            ]
            all.append(
                try GatewayProcess(
                    settings.merging(own) { $1 }, keys: keys, door: .webSocket, launcher: [], workspace: Workspace()))
        }
        living = all
    }

    /// The one that leads, once there is one.
    func leader() throws -> GatewayProcess {
        try until("a node leads") {
            try living.first { node in
                try node.logged("this node leads").count > node.logged("this node does not lead any more").count
            }
        }
    }

    func kill(_ node: GatewayProcess) {
        node.process.kill()
        living.removeAll { $0 === node }
    }

    fileprivate func killAll() { for node in all { node.process.kill() } }

    fileprivate var logs: String {
        get throws { try all.map { try $0.errors.suffix(3000) }.joined(separator: "\n\n") }
    }
}

func withNodes(
    _ count: Int = 3, _ settings: [String: String] = [:], _ body: (GatewayNodes) throws -> Void
) throws {
    let unhurried = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000",
    ]
    let nodes = try GatewayNodes(count, unhurried.merging(settings) { $1 })
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

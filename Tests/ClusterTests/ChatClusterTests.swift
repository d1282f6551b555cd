import Chat
import Cluster
import TestSupport
import Testing

/// The domain on three nodes with a database: stores, records, links, and who is told.
struct ChatClusterTests {
    private let users = ["alice", "bob", "carol"]

    private func node(_ user: String, _ options: PostgresLogOptions) throws -> Machine {
        try Machine(user, options, nil, Schema.migrations, service: { ChatNode(user, $0) })
    }

    @Test func `users of three nodes write to each other, and nothing acknowledged is lost with the leader`() throws {
        let options = PostgresLogOptions.ofTest()
        let all = try users.map { try node($0, options) }
        var nodes = all
        defer { for node in nodes { node.kill() } }
        var receivers: [String: String] = [:]
        for round in 0..<4 {
            for _ in 0..<20 {
                for node in nodes {
                    for receiver in users where receiver != node.name {
                        let text = "\(node.name)\(receivers.count)"
                        receivers[text] = receiver
                        node.request("\(node.name) \(receiver) \(text)")
                    }
                }
            }
            let leader = try #require(soon { nodes.firstIndex { $0.host.look(\.isLeading) } }, "nobody leads")
            switch round {
            case 1: nodes.remove(at: leader).kill()
            case 2: nodes[leader].host.take(.handOver)
            default: break
            }
            #expect(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true, "round \(round)")
        }
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
        let acknowledged = Set(all.flatMap { $0.heard.replies.keys })
        for node in nodes {
            #expect(node.heard.replies.values.allSatisfy { $0.count == 1 })
            let told = node.heard.told
            #expect(Set(told).count == told.count, "\(node.name) is told twice")
            let missed = acknowledged.filter { receivers[$0] == node.name }.subtracting(told)
            #expect(missed.isEmpty, "\(node.name) was not told of \(missed)")
            for sender in users {
                // A user's messages are numbered in the order in which it sent them.
                let numbers = told.filter { $0.hasPrefix(sender) }.compactMap { Int($0.dropFirst(sender.count)) }
                #expect(numbers == numbers.sorted(), "\(node.name), from \(sender)")
            }
        }
    }
}

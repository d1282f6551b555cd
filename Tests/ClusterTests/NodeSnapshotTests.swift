import Cluster
import EventLoop
import Storage
import TestSupport
import Testing

/// Nodes of a real PostgreSQL whose log is trimmed while they run.
struct NodeSnapshotTests {
    private let network = Network()
    /// No node is taken for dead because the machine is busy.
    private let options = PostgresLogOptions.ofTest { ($0.partitionRecords, $0.leaseMilliseconds) = (8, 6_000) }

    private func node(_ name: String, in former: TemporaryFolder? = nil) throws -> Machine {
        try Machine(
            name, options, network, in: former,
            change: { options in
                options.recordsPerSnapshot = 20
                options.recordsKept = 4
                options.snapshotPauseMilliseconds = 100
                options.memberMilliseconds = 10_000
            })
    }

    /// Has the node carry out requests, a record each, until the log begins behind that position.
    private func work(at node: Machine, from first: Int, untilTrimmed position: Position) throws -> Int {
        let log = try PostgresLog(options)
        var number = first
        let oldest = try soon { () -> Position? in
            number += 1
            node.request(number)
            let isAnswered = soon { node.heard.open == 0 ? true : nil }
            #expect(isAnswered == true, "request \(number)")
            let oldest = try log.read(after: Position(0), bytes: 1, waiting: 0).oldest
            return oldest > position ? oldest : nil
        }
        #expect(oldest != nil, "the log is not trimmed: \(node.heard.notes)")
        return number
    }

    @Test func `a new node, and one that fell behind the log, take a follower's snapshot and go on`() throws {
        var nodes = [try node("a"), try node("b")]
        defer { for node in nodes { node.kill() } }
        let leader = try #require(soon { nodes.first { $0.host.look(\.isLeading) } }, "nobody leads")
        let first = try work(at: leader, from: 0, untilTrimmed: Position(10))
        // With nothing on its disk.
        nodes.append(try node("c"))
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
        #expect(nodes[2].heard.rebuilds == 1)
        // A node that follows, and then does not.
        let index = try #require(nodes.firstIndex { !$0.host.look(\.isLeading) })
        let name = nodes[index].name
        let ended = nodes[index].host.look { $0.stored.place.position }
        let folder = nodes.remove(at: index).kill()
        let second = try work(at: leader, from: first, untilTrimmed: ended.next)
        nodes.append(try node(name, in: folder))
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
        #expect(nodes[2].heard.rebuilds == 1)
        // It is a node like the others.
        nodes[2].request(second + 1)
        #expect(soon { nodes[2].heard.open == 0 ? true : nil } == true, "\(nodes.map(\.heard.refused)) were refused")
        for node in nodes { #expect(node.heard.notes == []) }
    }
}

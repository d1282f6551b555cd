import Client
import EventLoop
import TestSupport
import Testing

/// From a gateway that runs alone to several nodes, and back (docs/cluster.md).
@Suite(.serialized) struct FoundingTests {
    @Test func `O-23: a gateway that ran alone becomes three nodes, and one again, and nothing is lost`() throws {
        try withNodes(0) { nodes in
            let first = try nodes.alone()
            defer { first.process.kill() }
            try first.waitUntilReady()
            _ = try first.session("bob")
            let alice = try first.session("alice")
            let group = try alice.createGroup(with: ["bob"])
            for number in 1...30 { _ = try alice.write("alone \(number)", to: "bob") }
            _ = try alice.write("alone", in: group)
            let before = try first.digests()

            // To one node.
            let began = Clock.monotonic
            try nodes.found(with: first)
            try first.waitUntilReady()
            #expect(Clock.monotonic - began < 10_000, "the pause")
            let founded = try first.digests()
            for table in ["message", "conversation", "member"] {
                #expect(founded[table] != nil && founded[table] == before[table], "\(table)")
            }
            #expect(try texts(at: first) == (1...30).map { "alone \($0)" })
            #expect(try first.sessionWhenTaken("alice").write("founded", to: "bob").seq == 31)

            // To three.
            for _ in 0..<2 { try nodes.add() }
            for node in nodes.all { try node.waitUntilReady() }
            try expectLevel(nodes.all)
            for node in nodes.all { #expect(try texts(at: node).count == 31) }
            #expect(try nodes.all[1].sessionWhenTaken("bob").history(in: group).contains { $0.text == "alone" })
            for (number, node) in nodes.all.enumerated() {
                #expect(try node.sessionWhenTaken("alice").write("at \(number)", to: "bob").seq == 32 + number)
            }

            // To two: the leader is killed.
            let leader = try nodes.leader()
            nodes.kill(leader)
            let last = nodes.living[0]
            #expect(try last.sessionWhenTaken("alice").write("the others go on", to: "bob").seq == 35)
            try expectLevel(nodes.living)

            // To one.
            try nodes.stop(nodes.living[1])
            #expect(try last.sessionWhenTaken("alice").write("the last one", to: "bob").seq == 36)
            try nodes.stop(last)
            let after = try last.digests()
            _ = try last.command("cluster", "leave")
            try last.configure(["cluster.node": nil, "cluster.database": nil, "cluster.leaseMilliseconds": nil])
            try last.launchAgain()
            try last.waitUntilReady()
            defer { last.process.kill() }
            #expect(try last.digests()["message"] == after["message"])
            let all = (1...30).map { "alone \($0)" } + ["founded"] + (0...2).map { "at \($0)" }
            #expect(try texts(at: last) == all + ["the others go on", "the last one"])
            #expect(try last.session("alice").write("alone again", to: "bob").seq == 37)
        }
    }

    @Test func `O-23: a store that was used alone is refused, but by the command, and only where the log is empty`()
        throws
    {
        try withNodes(1) { nodes in
            _ = try nodes.all[0].sessionWhenTaken("alice")
            let other = try nodes.alone()
            defer { other.process.kill() }
            try other.waitUntilReady()
            _ = try other.session("carol")
            #expect(throws: ChildProcess.Failure.self) { try nodes.found(with: other) }
            // It is as it was: a node refuses it, and alone it goes on.
            try other.launchAgain()
            #expect(try other.process.wait() == .exited(78))
            #expect(try other.errors.contains("martlet cluster found"))
            try other.configure(["cluster.node": nil])
            try other.launchAgain()
            try other.waitUntilReady()
            #expect(try other.session("carol").devices() == ["d1"])
        }
    }

    @Test func `O-23: a store that was hardly used alone is refused as any other is`() throws {
        try withNodes(1) { nodes in
            _ = try nodes.all[0].sessionWhenTaken("alice")
            let other = try nodes.alone()
            defer { other.process.kill() }
            try other.waitUntilReady()
            try other.stop()
            try other.configure(nodes.ownSettings(1).mapValues { $0 })
            try other.launchAgain()
            #expect(try other.process.wait() == .exited(78))
            #expect(try other.errors.contains("a gateway that ran alone has used it"))
            try other.configure(["cluster.node": nil])
            try other.launchAgain()
            try other.waitUntilReady()
        }
    }

    @Test func `O-23: a node does not begin with the directory of another node`() throws {
        try withNodes(2) { nodes in
            let node = nodes.all[1]
            _ = try node.sessionWhenTaken("alice")
            try nodes.stop(node)
            try node.configure(["cluster.node": #""n9""#])
            try node.launchAgain()
            #expect(try node.process.wait() == .exited(78))
            #expect(try node.errors.contains("it is the node n1's, and cluster.node is n9"))
            try node.configure(["cluster.node": #""n1""#])
            try nodes.start(node)
            try node.waitUntilReady()
            _ = try node.sessionWhenTaken("alice")
        }
    }

    @Test func `O-23: a large store is a node's at once, and others join while it serves`() throws {
        try withNodes(0) { nodes in
            let first = try nodes.alone()
            try first.waitUntilReady()
            _ = try first.session("bob")
            let alice = try first.session("alice")
            let long = String(repeating: "long text ", count: 400)
            for _ in 1...1_500 { _ = try alice.write(long, to: "bob") }
            try nodes.found(with: first)
            try first.waitUntilReady()
            let second = try nodes.add()
            // Before the copy has come, and meanwhile.
            let session = try first.sessionWhenTaken("alice")
            var last = 0
            try until("the other one is ready") {
                last = try session.write("meanwhile", to: "bob").seq
                return try second.isReady()
            }
            try expectLevel(nodes.all)
            #expect(try second.sessionWhenTaken("bob").history(with: "alice").map(\.seq).max() == last)
        }
    }

    /// In their order.
    private func texts(at node: GatewayProcess) throws -> [String?] {
        try node.sessionWhenTaken("bob").history(with: "alice").sorted { $0.seq < $1.seq }.map(\.text)
    }

    /// The same rows in all tables.
    private func expectLevel(_ nodes: [GatewayProcess]) throws {
        try until("the nodes' tables are equal") { try Set(nodes.map { try $0.digests() }).count == 1 }
    }
}

extension GatewayProcess {
    /// Nil where it does not listen yet.
    fileprivate func isReady() throws -> Bool {
        if try logged("listening").isEmpty { return false }
        try waitUntilReady()
        return true
    }
}

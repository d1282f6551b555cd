import Client
import Foundation
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// A node's way out of its cluster, which leaves nobody behind that could go on beside it (docs/cluster.md).
@Suite(.alone("It has nodes of its own."), .serialized) struct LeavingTests {
    private static let ofCluster: [String: String?] = [
        "cluster.node": nil, "cluster.database": nil, "cluster.leaseMilliseconds": nil,
    ]

    /// Has it run alone, after it has left.
    private func runAlone(_ node: GatewayProcess) throws {
        try node.configure(Self.ofCluster)
        try node.launchAgain()
        try node.waitUntilReady()
    }

    /// It stops by itself, and the last line says why.
    private func expectEnd(_ node: GatewayProcess, because reason: String) throws {
        #expect(try node.process.wait(within: .seconds(40)) == .exited(78))
        let line = try #require(node.errors.split(separator: "\n").last)
        #expect(line.hasPrefix("cluster.node: ") && line.contains(reason), "\(line)")
    }

    /// Four messages are in all stores, all nodes are stopped, and the last one has all of the log.
    private func stopLevel(_ nodes: GatewayNodes) throws {
        _ = try nodes.all[0].sessionWhenTaken("bob")
        for number in 1...4 {
            #expect(try nodes.all[0].sessionWhenTaken("alice").write("\(number)", to: "bob").seq == number)
        }
        try until("the nodes are level") {
            try Set(nodes.all.map { try $0.metric("martlet_cluster_position") }).count == 1
        }
        for node in nodes.all { try nodes.stop(node) }
    }

    @Test func `O-31: when a node has left, no other one goes on with the cluster's data`() throws {
        try withNodes { nodes in
            try stopLevel(nodes)
            let (other, last) = (nodes.all[1], nodes.all[2])
            let backup = last.workspace("backup.sqlite")
            _ = try last.command("store", "backup", backup)
            #expect(try last.command("cluster", "leave").contains("The log of the cluster martlet has ended"))
            try runAlone(last)
            defer { last.process.kill() }
            #expect(try last.session("alice").write("alone", to: "bob").seq == 5)

            // The machine of another one boots, more than once.
            let led = try other.logged("this node leads").count
            for reason in ["n2 has left it with its store as of record", "never start this node with its data again"] {
                try other.launchAgain()
                try expectEnd(other, because: reason)
            }
            #expect(try other.logged("this node leads").count == led)
            // One with an empty disk.
            let new = try nodes.add()
            try expectEnd(new, because: "n2 has left it")
            nodes.forget(new)
            let failure = try #require(throws: ChildProcess.Failure.self) { try other.command("cluster", "leave") }
            #expect(failure.description.contains("n2 has left this cluster"))
            #expect(try last.session("alice").write("still alone", to: "bob").seq == 6)

            // A copy of what it was as a node stops as well.
            try last.stop()
            try last.restoreData(from: backup)
            try last.configure(nodes.ownSettings(2).mapValues { $0 })
            try last.launchAgain()
            try expectEnd(last, because: "this node has left the cluster")
        }
    }

    @Test func `O-31: a node that slept through the end stops when it wakes, and acknowledges nothing`() throws {
        try withNodes(2) { nodes in
            let leader = try nodes.leader()
            let other = try #require(nodes.all.first { $0 !== leader })
            let bob = try leader.session("bob")
            try until("it is level") {
                try other.metric("martlet_cluster_position") == leader.metric("martlet_cluster_position")
            }
            leader.process.signal(SIGSTOP)
            try until("the other one leads", within: .seconds(40)) { try nodes.leads(other) }
            let alice = try other.sessionWhenTaken("alice")
            #expect(try alice.write("while it sleeps", to: "bob").seq == 1)
            try nodes.stop(other)
            _ = try other.command("cluster", "leave")
            _ = try bob.send("message.send", message("lost", to: "alice"))
            leader.process.signal(SIGCONT)
            try expectEnd(leader, because: "has left it")
            nodes.forget(leader)
            try runAlone(other)
            defer { other.process.kill() }
            #expect(try other.session("bob").history(with: "alice").map(\.text) == ["while it sleeps"])
        }
    }

    @Test func `O-31: nobody leaves while others run, or without what they have written last`() throws {
        try withNodes(2) { nodes in
            let (first, second) = (nodes.all[0], nodes.all[1])
            _ = try first.sessionWhenTaken("bob")
            func refusal(_ node: GatewayProcess, _ words: String...) throws -> String {
                try #require(throws: ChildProcess.Failure.self) { try node.leave(words) }.description
            }
            try nodes.stop(second)
            #expect(try refusal(second).contains("stop all nodes first: n0 runs"))
            #expect(try first.sessionWhenTaken("alice").write("newer", to: "bob").seq == 1)
            try nodes.stop(first)
            #expect(try refusal(second).contains("the log goes on to record"))
            // Both are as they were.
            for node in [first, second] { try nodes.start(node) }
            for node in [first, second] { try node.waitUntilReady() }
            #expect(try second.sessionWhenTaken("alice").write("newest", to: "bob").seq == 2)
            try nodes.stop(second)
            #expect(try first.sessionWhenTaken("alice").write("lost", to: "bob").seq == 3)
            try nodes.stop(first)
            _ = try second.leave(["--lose-newer"])
            try first.launchAgain()
            try expectEnd(first, because: "n1 has left it")
            try runAlone(second)
            defer { second.process.kill() }
            #expect(try second.session("bob").history(with: "alice").map(\.text).contains("newest"))
        }
    }

    @Test func `O-31: without the database a node leaves if it is told to, and says what must not start again`() throws
    {
        try withNodes(1) { nodes in
            let node = nodes.all[0]
            #expect(try node.sessionWhenTaken("alice").request("profile.getSelf").error == nil)
            try nodes.stop(node)
            try node.configure(["cluster.database": #""host=127.0.0.1 port=1 dbname=none""#])
            let failure = try #require(throws: ChildProcess.Failure.self) { try node.leave([]) }
            #expect(failure.description.contains("the log cannot be reached"))
            let said = try node.leave(["--without-database"])
            #expect(
                said.contains("Never start these again") && said.contains("every other node of the cluster martlet"))
            try runAlone(node)
            defer { node.process.kill() }
            #expect(try node.session("alice").devices() == ["d1"])
        }
    }

    @Test func `O-31: a new cluster begins in the schema of the old one once that is dropped, and the old nodes stop`()
        throws
    {
        try withNodes(2) { nodes in
            try stopLevel(nodes)
            let (old, first) = (nodes.all[0], nodes.all[1])
            _ = try first.command("cluster", "leave")
            let failure = try #require(throws: ChildProcess.Failure.self) { try first.command("cluster", "found") }
            #expect(failure.description.contains("DROP SCHEMA martlet CASCADE"))
            try nodes.sql("DROP SCHEMA martlet CASCADE")
            // One that starts now finds no log, and makes none that others would follow.
            try old.launchAgain()
            try old.waitUntilListening()
            try until("it stops") { try old.http().request(.get, "/readyz").text.contains("before this store's") }
            old.process.kill()
            _ = try first.command("cluster", "found")
            try nodes.start(first)
            try first.waitUntilReady()
            #expect(try first.sessionWhenTaken("alice").write("of the new one", to: "bob").seq == 5)
            try old.launchAgain()
            try old.waitUntilListening()
            try until("it stops") { try old.http().request(.get, "/readyz").text.contains("the log") }
            #expect(try old.http().request(.get, "/readyz").status == 503)
            try nodes.add().waitUntilReady()
        }
    }

    @Test func `O-31: where an earlier database was put back, all nodes say how to go on with what they have`() throws {
        try withNodes(2) { nodes in
            try stopLevel(nodes)
            // As a backup of before has it.
            try nodes.sql("DELETE FROM martlet.record WHERE position > 3")
            for node in nodes.all { try nodes.start(node) }
            for node in nodes.all {
                try node.waitUntilListening()
                let said = try until("it stops") { () -> String? in
                    let page = try JSONDocument().parse(node.http().request(.get, "/readyz").text)
                    return page["cluster"]?.string.flatMap { $0.contains("the log ends with record 3") ? $0 : nil }
                }
                #expect(said.contains("do not rebuild all nodes") && said.contains("martlet cluster leave"))
                #expect(said.contains("drop the schema martlet") && said.contains("martlet cluster found"))
                let refusal = try #require(throws: ServerError.self) { try node.session("alice") }
                #expect(refusal.code == 1008)
            }
            try nodes.stopAll()
            let last = nodes.all[1]
            _ = try last.command("cluster", "leave")
            try nodes.sql("DROP SCHEMA martlet CASCADE")
            _ = try last.command("cluster", "found")
            try nodes.start(last)
            try last.waitUntilReady()
            #expect(try last.sessionWhenTaken("alice").write("nothing is lost", to: "bob").seq == 5)
        }
    }
}

extension GatewayProcess {
    fileprivate func leave(_ words: [String]) throws -> String { try command(["cluster", "leave"] + words) }

    /// While it is stopped.
    fileprivate func restoreData(from backup: String) throws {
        let store = workspace("data/martlet.sqlite")
        for file in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: store + file) {
            try FileManager.default.removeItem(atPath: store + file)
        }
        try FileManager.default.copyItem(atPath: backup, toPath: store)
    }
}

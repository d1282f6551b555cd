import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// How nodes of a cluster end, and what becomes of those whom they serve.
@Suite(.alone("It has nodes of its own."), .serialized) struct NodeEndTests {
    @Test func `O-19: a node that stops for good refuses what is asked, and ends when it is told to`() throws {
        let providers = try ProviderServer()
        try withNodes(2, providers.settings(of: ["webhook"])) { nodes in
            let node = try nodes.leader()
            let index = try #require(nodes.all.firstIndex { $0 === node })
            let session = try node.session("bob")
            let former = try node.logged("this node does not lead any more").count
            // Another process under its name.
            try nodes.add(["cluster.node": #""n\#(index)""#])
            #expect(try session.closeCode(within: .seconds(20)) == .draining)
            // It sends its clients away before it knows why it does not lead.
            try until("the node has stopped") { try !node.logged("the node does nothing more").isEmpty }
            #expect(try node.logged("this node does not lead any more").count == former + 1)
            let began = ContinuousClock.now
            let api = try node.api([.bearer(node.token("alice"))])
            let refusal = try #require(throws: ServerError.self) {
                try api.request("profile.modifySelf", #"{"values": {"nick": "A"}}"#).get()
            }
            #expect(refusal.code == 1008 && refusal.message.contains("this node of the cluster has stopped"))
            let login = try #require(throws: ServerError.self) { try node.session("carol") }
            #expect(login.code == 1008)
            #expect(ContinuousClock.now - began < .seconds(1))
            let page = try node.http().request(.get, "/readyz")
            #expect(page.status == 503 && page.text.contains("another process runs under the name"))
            try nodes.stop(node)
            #expect(ContinuousClock.now - began < .seconds(10))
        }
    }

    @Test func `a leader that is to write down its pushes ends though the database is away`() throws {
        let (database, providers) = (try PostgresServer(), try ProviderServer())
        var settings = try providers.settings(of: ["webhook"])
        settings["websocket.closeTimeoutMilliseconds"] = "100"
        try withNodes(1, settings, on: database) { nodes in
            let node = nodes.all[0]
            let pushes = Pushes(node, providers)
            try pushes.away("bob")
            let alice = try node.session("alice", platform: "android")
            try providers.answer("/hook", with: #"{"status": 200, "delay": 2}"#)
            let sent = try alice.write("hello", to: "bob")
            try until("it is being pushed") { try !pushes.requests(sent.msgID, to: "bob").isEmpty }
            database.stop("immediate")
            // The provider's answer has come by then.
            pause(.seconds(3))
            let began = ContinuousClock.now
            try nodes.stop(node)
            #expect(ContinuousClock.now - began < .seconds(12))
        }
    }

    @Test func `nodes that all end at once have everything written that they have left to say`() throws {
        let providers = try ProviderServer()
        let settings = try providers.settings(of: ["webhook"]).merging(["subscriptions.reconnectMilliseconds": "100"]) {
            $1
        }
        try withNodes(3, settings) { nodes in
            let leader = try nodes.leader()
            let pushes = Pushes(leader, providers)
            try pushes.away("bob")
            let alice = try leader.session("alice", platform: "android")
            let sessions = try nodes.all.enumerated().map { try $1.session("user\($0)") }
            try providers.answer("/hook", with: #"{"status": 200, "delay": 1}"#)
            let sent = try alice.write("hello", to: "bob")
            try until("it is being pushed") { try !pushes.requests(sent.msgID, to: "bob").isEmpty }
            try nodes.stopAll()
            for session in sessions { #expect(try session.closeCode() == .draining) }
            for node in nodes.all { try nodes.start(node) }
            for node in nodes.all { try node.waitUntilReady() }
            // A session that had not left would be there until its node is taken as gone.
            let page = try leader.operatorAPI().request("admin.session.find").get()
            #expect(page["sessions"]?.count == 0)
            let logins = try leader.audit(#""kind": "login", "limit": 100"#).flatMap(\.users)
            #expect(Set(logins).isSuperset(of: ["user0", "user1", "user2"]), "\(logins)")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.state) == ["accepted"])
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }

    @Test func `O-21: the sessions of a node that is gone end for all others, with some records`() throws {
        try withNodes(3) { nodes in
            let leader = try nodes.leader()
            let node = try #require(nodes.all.first { $0 !== leader })
            let sessions = try (0..<450).map { try node.session("user\($0)") }
            let kept = try leader.session("kept")
            func listed(_ node: GatewayProcess) throws -> [String] {
                let page = try node.operatorAPI().request("admin.session.find", #"{"limit": 1000}"#).get()
                return try Array(#require(page["sessions"]?.elements)).compactMap { $0["userID"]?.string }
            }
            try until("all are listed") { try listed(leader).count == sessions.count + 1 }
            let position = try leader.metric("martlet_cluster_position")
            nodes.kill(node)
            for other in nodes.living {
                try until("they have ended", within: .seconds(40)) { try listed(other) == ["kept"] }
            }
            let records = try nodes.sql(
                """
                SELECT count(*) FROM martlet.record WHERE position > \(Int(position))
                AND position('DELETE FROM held_seat'::bytea IN bytes) > 0
                """)
            #expect(records == "3\n" || records == "3")
            _ = try kept.settle()
            // They come back at another node.
            _ = try leader.session("user7")
        }
    }

    @Test func `X-12: a device is signed out by the record that ends its session, whatever becomes of its node`() throws
    {
        let providers = try ProviderServer()
        var settings = try providers.settings(of: ["webhook"])
        settings["websocket.closeTimeoutMilliseconds"] = "100"
        try withNodes(3, settings) { nodes in
            let leader = try nodes.leader()
            let node = try #require(nodes.all.first { $0 !== leader })
            let pushes = Pushes(leader, providers)
            let phone = try node.session("bob", device: "phone", platform: "ios")
            try pushes.register(phone, "bob")
            let laptop = try leader.session("bob", device: "laptop", platform: "pc")
            let lost = try laptop.identifier(ofDevice: "phone")
            // It does not hear of its session's end.
            node.process.signal(SIGSTOP)
            let reply = try laptop.request("session.close", #"{"session": "\#(lost)"}"#).get()
            #expect(reply["closed"]?.bool == true)
            nodes.kill(node)
            try laptop.leave()
            let alice = try leader.session("alice", platform: "android")
            let sent = try alice.write("not for who has found it", to: "bob")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.isEmpty)
            #expect(try pushes.requests(to: "bob").isEmpty)
        }
    }

    @Test func `O-19: a node that begins is not ready before it has the log up to its own joining`() throws {
        try withNodes(1) { nodes in
            let leader = nodes.all[0]
            let bob = try leader.session("bob")
            let alice = try leader.session("alice")
            for number in 0..<1_500 { _ = try alice.write("\(number)", to: "bob") }
            _ = bob.takeEvents()
            let position = try leader.metric("martlet_cluster_position")
            let node = try nodes.add()
            try node.waitUntilListening()
            while try node.http().request(.get, "/readyz").status != 200 { pause(.milliseconds(1)) }
            #expect(try node.metric("martlet_cluster_position") > position)
        }
    }
}

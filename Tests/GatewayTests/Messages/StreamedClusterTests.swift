import Client
import Framing
import JSON
import TestSupport
import Testing

/// Streamed messages that are begun at one node, and asked about, watched and stopped at others.
@Suite(.alone("It has nodes of its own.")) struct StreamedClusterTests {
    /// A text is begun and appended to at the first node; the second one asks about it, too; alice is at the third, bob at the
    /// second.
    private struct Places {
        let nodes: GatewayNodes
        let node: GatewayProcess
        let home: ClientSession
        let second: ClientSession
        let alice: ClientSession
        let bob: ClientSession
    }

    private func withPlaces(_ body: (Places) throws -> Void) throws {
        try withNodes(3) { nodes in
            let leader = try nodes.leader()
            let others = nodes.all.filter { $0 !== leader }
            let alice = try leader.sessionWhenTaken("alice")
            try leader.createAccounts("bot")
            // Who has logged in there afterwards knows that the node has these accounts.
            let bob = try others[1].sessionWhenTaken("bob")
            _ = try others[0].sessionWhenTaken("carol")
            try body(
                Places(
                    nodes: nodes, node: others[0], home: try others[0].admin(), second: try others[1].admin(),
                    alice: alice, bob: bob))
        }
    }

    @Test func `N-10: all nodes hear a text that one holds and go on with it, and hear its end when that node is gone`()
        throws
    {
        try withPlaces { places in
            try followed(places)
            try stopped(places)
            try lost(places)
        }
    }

    private func followed(_ places: Places) throws {
        let (home, second, alice) = (places.home, places.second, places.alice)
        let id = try home.begin("c2c_alice", as: "m1")
        try home.append("Hello, ", at: 0, to: id)
        // The text so far comes behind the reply, from its beginning.
        try alice.watch("c2c_bot")
        #expect(try alice.heardText(7, of: id) == "Hello, ")
        #expect(try second.append("w\u{F6}rld", at: 7, to: id) == 13)
        #expect(try alice.heardText(13, after: "Hello, ", of: id) == "Hello, w\u{F6}rld")
        // Now the node has it for others, and for one that watches again.
        #expect(try alice.watch("c2c_bot") == ["Hello, w\u{F6}rld"])
        let hole = try second.refusal("admin.message.append", second.chunk("x", at: 99, to: id))
        #expect(hole.number == "gw 1006" && hole.message.contains("13 bytes"))
        let sent = try second.end("finish", id)
        let event = try alice.event("message.new")
        #expect(event["msgId"]?.string == sent["msgId"]?.string && event["streamID"]?.string == id)
        #expect(try home.end("finish", id)["msgId"]?.string == sent["msgId"]?.string)
        #expect(try alice.history(with: "bot").count == 1)
    }

    /// By a user of another node; the backends at both learn of it.
    private func stopped(_ places: Places) throws {
        let alice = places.alice
        let id = try places.home.begin("c2c_alice", as: "m2", #""onBreak": "keep""#)
        try places.home.append("half", at: 0, to: id)
        #expect(try alice.heardText(4, of: id) == "half")
        let stop = #"{"conversationID": "c2c_bot", "streamID": "\#(id)"}"#
        #expect(try places.bob.refusal("message.stop", stop).number == "gw 1010")
        _ = try alice.request("message.stop", stop).get()
        #expect(try alice.event("message.new")["broken"]?.string == "stopped")
        for backend in [places.home, places.second] {
            let chunk = backend.chunk("x", at: 4, to: id)
            #expect(try backend.refusal("admin.message.append", chunk).number == "gw 1010")
        }
    }

    private func lost(_ places: Places) throws {
        let (alice, second) = (places.alice, places.second)
        let id = try places.home.begin("c2c_alice", as: "m3", #""onBreak": "keep""#)
        try second.append("some", at: 0, to: id)
        #expect(try alice.heardText(4, of: id) == "some")
        places.nodes.kill(places.node)
        #expect(try alice.event("message.ended")["reason"]?.string == "failed")
        let chunk = second.chunk(" more", at: 4, to: id)
        // The second node may find out later, and then nobody knows what has become of the chunk.
        let refusal = try until("its node is gone") { () -> ServerError? in
            let refusal = try second.refusal("admin.message.append", chunk)
            return refusal.number == "gw 1008" ? nil : refusal
        }
        #expect(refusal.number == "gw 1010")
        let next = try second.begin("c2c_alice", as: "m3")
        try second.append("some more", at: 0, to: next)
        try second.end("finish", next)
        #expect(try alice.history(with: "bot").first?.body == #"{"text":"some more"}"#)
    }
}

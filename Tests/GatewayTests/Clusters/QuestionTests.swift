import Client
import JSON
import TestSupport
import Testing

/// What only asks is answered by the node that is asked.
@Suite(.alone("It has nodes of its own."), .serialized) struct QuestionTests {
    private static let questions: [(operation: String, data: String)] = [
        ("conversation.list", #"{"count": 100}"#), ("conversation.get", #"{"conversationID": "c2c_alice"}"#),
        ("conversation.totalUnread", "{}"), ("conversation.getC2CReceiveOpt", #"{"userIDs": ["alice"]}"#),
        ("stream.events", #"{"after": 0}"#),
    ]

    @Test func `O-30: questions are answered at each node, and the log does not grow by them`() throws {
        try withNodes { nodes in
            let alice = try nodes.all[0].session("alice")
            let bobs = try zip(nodes.all, ["ios", "web", "pc"]).map { node, platform in
                try node.session("bob", device: platform, platform: platform)
            }
            for number in 0..<10 { _ = try alice.write("\(number)", to: "bob") }
            try until("all nodes have it") { try bobs.allSatisfy { try $0.totalUnread() == 10 } }
            let position = try until("nothing happens any more") { try still(nodes) }
            for _ in 0..<20 {
                for bob in bobs {
                    for (operation, data) in Self.questions { _ = try bob.request(operation, data).get() }
                }
            }
            for (node, bob) in zip(nodes.all, bobs) {
                let api = try node.api([.bearer(node.token("bob"))])
                #expect(try api.request("conversation.totalUnread").get()["total"]?.int == 10)
                #expect(try bob.conversation(with: "alice")?.unread == 10)
            }
            try expectFewRecords(nodes, after: position)
        }
    }

    @Test func `O-30: a question sees what its session has sent before it, and waits for no reply to that`() throws {
        try withNodes { nodes in
            for node in nodes.all {
                let bob = try node.session("bob")
                for _ in 0..<20 {
                    let id = uniqueID()
                    let sent = try bob.send("message.send", message("hello", to: "bob", id: id))
                    let asked = try bob.send("conversation.get", #"{"conversationID": "c2c_bob"}"#)
                    let seq = try bob.reply(to: sent).get()["seq"]?.int
                    let seen = try bob.reply(to: asked).get()["conversation"]?["lastMessage"]?["seq"]?.int
                    #expect(seq != nil && seen == seq)
                }
                try bob.leave()
            }
        }
    }

    @Test func `O-30: an administrator's question sees what was asked before it, and adds nothing to the log`() throws {
        try withNodes { nodes in
            let admins = try nodes.all.map { try $0.admin() }
            for admin in admins {
                for number in 0..<10 {
                    let user = "user\(number) of \(uniqueID())"
                    let made = try admin.send("admin.account.create", #"{"accounts": [{"userID": "\#(user)"}]}"#)
                    let asked = try admin.send("admin.account.get", #"{"userIDs": ["\#(user)"]}"#)
                    _ = try admin.reply(to: made).get()
                    #expect(try admin.reply(to: asked).get()["accounts"]?.count == 1)
                }
            }
            let position = try until("nothing happens any more") { try still(nodes) }
            for _ in 0..<20 {
                for admin in admins { _ = try admin.request("admin.session.list", #"{"userID": "nobody"}"#) }
            }
            try expectFewRecords(nodes, after: position)
        }
    }

    @Test func `O-30: an answer has just what has been told before it`() throws {
        try withNodes { nodes in
            var last: UInt64 = 0
            for node in nodes.all {
                let tab = try nodes.all[0].session("bob", device: "tab", platform: "web")
                let phone = try node.session("bob", device: "phone", platform: "ios")
                _ = try tab.write(to: "bob")
                for _ in 0..<5 {
                    let pins = try (0..<100).map { number in
                        try tab.send(
                            "conversation.pin", #"{"conversationID": "c2c_bob", "pinned": \#(number % 2 == 0)}"#)
                    }
                    // Many at a time, so that some fall between a record's commit and its telling.
                    last = try position(ofStream: phone, after: last)
                    var known = last
                    _ = phone.takeEvents()
                    let questions = try (0..<25).map { _ in
                        try phone.send("stream.events", #"{"after": \#(last)}"#)
                    }
                    for id in questions {
                        let answer = try phone.reply(to: id).get()
                        let told = phone.takeEvents().compactMap(\.seq)
                        #expect(told.allSatisfy { $0 > known }, "\(told) after \(known)")
                        known = try #require(answer["seq"]?.uint64)
                        #expect(told.allSatisfy { $0 <= known }, "\(told) before \(known)")
                    }
                    for id in pins { _ = try tab.reply(to: id).get() }
                }
                try tab.leave()
                try phone.leave()
            }
        }
    }

    private func position(ofStream session: ClientSession, after seq: UInt64) throws -> UInt64 {
        var seq = seq
        while true {
            let page = try session.request("stream.events", #"{"after": \#(seq)}"#).get()
            seq = try #require(page["seq"]?.uint64)
            if page["isFinished"]?.bool == true { return seq }
        }
    }

    private func position(_ node: GatewayProcess) throws -> Int {
        try #require(try node.operatorAPI().request("admin.cluster.status").get()["position"]?.int)
    }

    /// Each node was asked twenty times, one question after the other: if the leader had been asked but one of them in its
    /// place, there were twenty records. Others may come: users over HTTP are looked up first, and the lease may change hands.
    private func expectFewRecords(_ nodes: GatewayNodes, after position: Int) throws {
        let records = try self.position(nodes.all[0]) - position
        guard records >= 20 else { return }
        let sizes = try nodes.sql(
            "SELECT writer, length(bytes), count(*) FROM record WHERE position > \(position) GROUP BY 1, 2 ORDER BY 3 DESC"
        )
        Issue.record("\(records) records; by writer and size:\n\(sizes)")
    }

    /// Where the log is, if it stays there.
    private func still(_ nodes: GatewayNodes) throws -> Int? {
        let before = try position(nodes.all[0])
        pause(.milliseconds(500))
        return try position(nodes.all[0]) == before ? before : nil
    }
}

import Client
import JSON
import TestSupport
import Testing

/// Requests that change much, on a cluster.
@Suite(.alone("It has nodes of its own."), .serialized) struct PieceTests {
    private let count = 700
    private let perPiece = 64

    private var users: [String] { (0..<count).map { "user\($0)" } }
    /// One of them has no account.
    private var receivers: [String] { users.dropFirst() + ["nobody"] }

    private func makeUsers(at node: GatewayProcess) throws {
        for start in stride(from: 0, to: count, by: 100) { try node.createAccounts(Array(users[start..<start + 100])) }
    }

    private func text(_ id: String) -> String {
        let receivers = receivers.map { #""\#($0)""# }.joined(separator: ",")
        let message = #""clientMsgId": "\#(id)", "type": 0, "body": {"text": "t"}"#
        return #"{"userIDs": [\#(receivers)], "from": "user0", \#(message)}"#
    }

    private func codes(_ sent: JSONValue) throws -> [Int?] {
        let results = try #require(sent["results"]?.elements).map { $0 }
        #expect(results.map { $0["userID"]?.string } == receivers)
        return results.map { $0["code"]?.int }
    }

    private var expected: [Int?] { Array(repeating: 0, count: count - 1) + [404] }

    private func position(_ node: GatewayProcess) throws -> Int {
        try #require(try node.operatorAPI().request("admin.cluster.status").get()["position"]?.int)
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: a message to many takes a record for each piece, and is answered as a whole`(_ door: RequestDoor) throws
    {
        try withNodes { nodes in
            try makeUsers(at: nodes.all[0])
            for (index, node) in nodes.all.enumerated() {
                let before = try position(node)
                let id = uniqueID()
                let reply =
                    try door == .http
                    ? node.operatorAPI().request("admin.message.send", text(id))
                    : node.admin().request("admin.message.send", text(id))
                let sent = try reply.get()
                #expect(try codes(sent) == expected)
                let records = try position(node) - before
                #expect(records >= count / perPiece, "\(records) records")
                let rows = try node.audit(#""operation": "admin.message.send""#, count: 2 * (index + 1))
                #expect(rows.prefix(2).map(\.result) == ["ok", "begun"] && rows[0].reason == "1 of \(count) refused")
            }
            let heard = try nodes.all[1].session("user7").history(with: "user0")
            #expect(heard.count == nodes.all.count)
        }
    }

    /// One of them alone can take two seconds of a debug build where the machine is full.
    @Test func `requests that together take longer than the lease cost no leader its lease`() throws {
        try withNodes(3, ["cluster.leaseMilliseconds": "6000"]) { nodes in
            try makeUsers(at: nodes.all[0])
            let leader = try nodes.leader()
            let admin = try #require(nodes.all.first { $0 !== leader }).admin()
            let invitees = users[1...100].map { #""\#($0)""# }.joined(separator: ",")
            let before = try position(leader)
            let sent = try (0..<120).map { number in
                try admin.send(
                    "admin.group.create",
                    #"{"owner": "user0", "groupID": "g\#(number)", "name": "g", "invitees": [\#(invitees)]}"#)
            }
            for id in sent { _ = try admin.reply(to: id).get() }
            #expect(try position(leader) - before > 10)
            #expect(try nodes.all.map { try $0.logged("this node leads").count }.reduce(0, +) == 1)
        }
    }

    @Test func `X-66: the next leader goes on with what was not sent, and nobody gets it twice`() throws {
        try withNodes { nodes in
            try makeUsers(at: nodes.all[0])
            let leader = try nodes.leader()
            let node = try #require(nodes.all.first { $0 !== leader })
            let before = try position(node)
            let admin = try node.admin()
            let sent = try admin.send("admin.message.send", text("m"))
            try until("some are sent") { try position(node) > before + 2 }
            nodes.kill(leader)
            #expect(try codes(admin.reply(to: sent).get()) == expected)
            #expect(try position(node) > before + 2)
            let api = try node.operatorAPI()
            for user in users.dropFirst() {
                let data = #"{"conversationID": "c2c_user0", "userID": "\#(user)"}"#
                let page = try api.request("admin.message.history", data).get()
                #expect(page["messages"]?.count == 1, "\(user)")
            }
        }
    }
}

import Client
import Foundation
import JSON
import TestSupport
import Testing

/// What was brought along by `martlet import` lives on with what is sent here.
struct ImportedLifeTests {
    private static let names = ["alice", "bob", "carol"]
    private static let lines = """
        {"type":"account","userID":"alice","nickname":"Alice"}
        {"type":"account","userID":"bob"}
        {"type":"account","userID":"carol"}
        {"type":"friends","userID":"alice","friends":[{"userID":"bob","remark":"Bobby","addTime":1563867420}]}
        {"type":"friends","userID":"bob","friends":[{"userID":"alice"}]}
        {"type":"group","id":"hikers","owner":"alice","name":"Hikers","style":2}
        {"type":"members","group":"hikers","members":[{"userID":"bob","role":"admin"},{"userID":"carol"}]}
        {"type":"message","id":"h1","from":"alice","to":"bob","time":TIME0,"body":{"text":"h1"}}
        {"type":"message","id":"h2","from":"bob","to":"alice","time":TIME1,"body":{"text":"h2"}}
        {"type":"message","id":"h3","from":"alice","to":"bob","time":TIME1,"body":{"text":"h3"}}
        {"type":"message","id":"g1","from":"alice","group":"hikers","time":TIME0,"body":{"text":"g1"}}
        {"type":"message","id":"g2","from":"carol","group":"hikers","time":TIME1,"body":{"text":"g2"}}
        """

    private let old = (Int(Date().timeIntervalSince1970) - 20 * day) * 1000

    /// Imports all of it. Returns the id that the group has here.
    private func run(_ gateway: GatewayProcess, journal: String) throws -> String {
        let lines = Self.lines.replacing("TIME0", with: "\(old)").replacing("TIME1", with: "\(old + 1000)")
        let (file, groups) = (try gateway.workspace.write("lines", lines), gateway.workspace("groups"))
        let more = ["--journal", gateway.workspace(journal), "--groups", groups]
        let run = try Martlet.run(gateway.importing(file) + more, in: Workspace())
        #expect(run.end == .exited(0) && run.output == "", "\(run.output) \(run.errors)")
        return try #require(try JSONDocument().parse(Workspace.read(groups)).member("hikers")?.string)
    }

    /// All that a user has: the total, the friends, and each conversation with its counts and its history.
    private func snapshot(of user: ClientSession) throws -> [String] {
        let friends = try #require(try user.request("friend.list").get()["friends"]?.elements)
        var lines = ["total \(try user.totalUnread())"]
        lines += friends.map { "\($0["userID"]?.string ?? ""), \($0["remark"]?.string ?? "")" }
        for one in try user.conversations() {
            lines.append("\(one.id): \(one.unread) of \(one.seq), read \(one.readSeq), \(one.last?.body ?? "nothing")")
            let data = #"{"conversationID": "\#(one.id)", "limit": 100}"#
            let messages = try #require(try user.request("message.history", data).get()["messages"]?.elements)
            lines += messages.map { String(decoding: $0.raw, as: UTF8.self) }
        }
        return lines
    }

    @Test(arguments: RequestDoor.allCases)
    func `I-01, I-03, I-04, I-07: history goes on in what is sent, and a second import changes nothing`(
        door: RequestDoor
    ) throws {
        let kept = ["messages.retentionDays": "365", "conversations.retentionDays": "365"]
        try withChat(kept, door: door) { gateway in
            let group = try run(gateway, journal: "first")
            func people() throws -> [ClientSession] { try Self.names.map { try gateway.online($0) } }
            let imported = try people()
            for (user, peer) in [(imported[0], "bob"), (imported[1], "alice")] {
                #expect(try user.history(with: peer).map(\.text) == ["h3", "h2", "h1"])
                let listed = try #require(try user.conversation(with: peer))
                #expect(listed.unread == 0 && listed.readSeq == 3 && listed.last?.time == old + 1000)
            }
            for user in imported {
                #expect(try texts(of: user, in: group) == ["g2", "g1"])
                #expect(try user.totalUnread() == 0)
            }

            try live(imported, gateway, in: group)
            let before = try imported.map(snapshot)
            #expect(before.map { $0[0] } == ["total 1", "total 0", "total 0"])
            try gateway.restart()
            #expect(try people().map(snapshot) == before, "after a restart")
            #expect(try run(gateway, journal: "second") == group)
            #expect(try people().map(snapshot) == before, "after the second import")
            #expect(try people()[0].write("six", to: "bob").seq == 6)
            #expect(try people()[1].totalUnread() == 1)
        }
    }

    private func texts(of user: ClientSession, in group: String) throws -> [String?] {
        try user.history(in: group).filter { $0.type == 0 }.map(\.text)
    }

    /// They send, read, recall and delete, also what was imported.
    private func live(_ people: [ClientSession], _ gateway: GatewayProcess, in group: String) throws {
        let (alice, bob, carol) = (people[0], people[1], people[2])
        let history = try bob.history(with: "alice")
        #expect(try alice.write("four", to: "bob").seq == 4)
        let five = try alice.write("five", to: "bob")
        #expect(try bob.totalUnread() == 2)
        try alice.recall(five)
        #expect(try bob.totalUnread() == 1)
        #expect(try bob.markRead("alice") == 0)
        try bob.write("three", in: group)
        #expect(try people.map { try $0.totalUnread() } == [1, 0, 1])
        #expect(try carol.markRead(in: group) == 0)

        let data = #"{"msgId": "\#(history[1].msgID)"}"#
        _ = try gateway.admin().request("admin.message.recall", data).get()
        #expect(try alice.history(with: "bob").map(\.text) == [nil, "four", "h3", nil, "h1"])
        let first = #"{"conversationID": "c2c_alice", "msgIds": ["\#(history[2].msgID)"]}"#
        _ = try bob.request("message.delete", first).get()
        #expect(try bob.history(with: "alice").map(\.text) == [nil, "four", "h3", nil])
        #expect(try texts(of: alice, in: group) == ["three", "g2", "g1"])
    }
}

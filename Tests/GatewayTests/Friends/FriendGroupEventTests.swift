import Client
import ClientProtocol
import JSON
import Testing

/// `friendGroup.changed`
@Suite(.onThreads) struct FriendGroupEventTests {
    private struct Change: Equatable {
        var groups: [FriendGroup] = []
        var deleted: [String] = []
        var renamed: [String]?
    }

    /// What the other device is told of what the first does; nobody else is told anything.
    private func change(
        _ phone: ClientSession, _ tab: ClientSession, _ friend: ClientSession, _ body: () throws -> Void
    ) throws -> Change? {
        _ = try [phone, tab, friend].map { try $0.settle() }
        try body()
        #expect(try phone.settle().isEmpty)
        #expect(try friend.settle().isEmpty)
        let events = try tab.settle()
        #expect(events.count < 2)
        guard let event = events.first else { return nil }
        #expect(event.name == "friendGroup.changed" && event.stream == nil && event.seq == nil)
        #expect(event.data["self"]?.bool == true)
        let renamed = try event.data["renamed"].map {
            [try #require($0["from"]?.string), try #require($0["to"]?.string)]
        }
        return Change(
            groups: try #require(event.data["groups"]?.elements).map { try FriendGroup($0) },
            deleted: try #require(event.data["deleted"]?.elements).map { try #require($0.string) }, renamed: renamed)
    }

    @Test func `R-Q48, X-06: own other devices are told of every change with the groups whole, and nobody else is`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            for user in ["carol", "bob"] { try phone.add(user) }
            func told(_ body: () throws -> Void) throws -> Change? { try change(phone, tab, bob, body) }
            #expect(
                try told { try phone.createGroups(["a", "b"], with: ["bob", "nobody"]) }
                    == Change(groups: [FriendGroup("a", ["bob"]), FriendGroup("b", ["bob"])]))
            #expect(
                try told { try phone.addToGroup("a", "carol", "bob") } == Change(groups: [FriendGroup("a", ["bob", "carol"])]))
            #expect(
                try told { try phone.removeFromGroup("a", "bob") } == Change(groups: [FriendGroup("a", ["carol"])]))
            #expect(
                try told { try phone.renameGroup("a", to: "c") }
                    == Change(groups: [FriendGroup("c", ["carol"])], renamed: ["a", "c"]))
            #expect(try told { try phone.deleteGroups("b") } == Change(deleted: ["b"]))
        }
    }

    @Test func `R-Q48: what changed nothing is told to nobody`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob", #""group": "a""#)
            let nothing = try change(phone, tab, bob) {
                try phone.addToGroup("a", "bob", "nobody")
                try phone.removeFromGroup("a", "alice")
                try phone.renameGroup("a", to: "a")
                _ = try phone.refusal("friendGroup.create", #"{"names": ["a"]}"#)
                _ = try phone.refusal("friendGroup.delete", #"{"names": ["a", "b"]}"#)
            }
            #expect(nothing == nil)
        }
    }

    @Test func `R-Q48, R-Q50: group events are not in the stream, and a device that was away hears of a new version`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let (_, before) = try gateway.back("alice", device: "tab")
            try phone.createGroups(["a"])
            let position = try #require(before["stream"]?["seq"]?.int)
            let (tab, after) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(position)}"#)
            #expect(after["resume"]?["user"]?["events"]?.count == 0)
            let versions = try [before, after].map { try #require($0["relations"]?["version"]?.int) }
            #expect(versions[1] > versions[0])
            #expect(try tab.groups() == [FriendGroup("a")])
        }
    }
}

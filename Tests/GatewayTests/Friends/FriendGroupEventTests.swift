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

    /// The other device is told this of what the first does, or nothing; nobody else is told anything.
    private func expectChange(
        _ phone: ClientSession, _ tab: ClientSession, _ friend: ClientSession, _ expected: Change?,
        _ body: () throws -> Void
    ) throws {
        _ = try [phone, tab, friend].map { try $0.settle() }
        try body()
        #expect(try phone.settle().isEmpty)
        #expect(try friend.settle().isEmpty)
        let events = try tab.settle()
        #expect(events.count < 2)
        guard let event = events.first else {
            #expect(expected == nil)
            return
        }
        #expect(event.name == "friendGroup.changed" && event.stream == nil && event.seq == nil)
        #expect(event.data["self"]?.bool == true)
        let renamed = try event.data["renamed"].map {
            [try #require($0["from"]?.string), try #require($0["to"]?.string)]
        }
        let change = Change(
            groups: try #require(event.data["groups"]?.elements).map { try FriendGroup($0) },
            deleted: try #require(event.data["deleted"]?.elements).map { try #require($0.string) }, renamed: renamed)
        #expect(change == expected)
    }

    @Test func `R-Q48, X-06: own other devices are told of every change with the groups whole, and nobody else is`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            for user in ["carol", "bob"] { try phone.add(user) }
            func tell(_ change: Change, _ body: () throws -> Void) throws {
                try expectChange(phone, tab, bob, change, body)
            }
            try tell(Change(groups: [FriendGroup("a", ["bob"]), FriendGroup("b", ["bob"])])) {
                try phone.createGroups(["a", "b"], with: ["bob", "nobody"])
            }
            try tell(Change(groups: [FriendGroup("a", ["bob", "carol"])])) { try phone.addToGroup("a", "carol", "bob") }
            try tell(Change(groups: [FriendGroup("a", ["carol"])])) { try phone.removeFromGroup("a", "bob") }
            try tell(Change(groups: [FriendGroup("c", ["carol"])], renamed: ["a", "c"])) {
                try phone.renameGroup("a", to: "c")
            }
            try tell(Change(deleted: ["b"])) { try phone.deleteGroups("b") }
        }
    }

    @Test func `R-Q48: what changed nothing is told to nobody`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob", #""group": "a""#)
            try expectChange(phone, tab, bob, nil) {
                try phone.addToGroup("a", "bob", "nobody")
                try phone.removeFromGroup("a", "alice")
                try phone.renameGroup("a", to: "a")
                _ = try phone.refusal("friendGroup.create", #"{"names": ["a"]}"#)
                _ = try phone.refusal("friendGroup.delete", #"{"names": ["a", "b"]}"#)
            }
        }
    }

    @Test func `R-Q48, R-Q50: group events are not in the stream, and a device that was away hears of a new version`()
        throws
    {
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

import Client
import ClientProtocol
import JSON
import Testing

/// `friendGroup.changed`
struct FriendGroupEventTests {
    @Test func `R-Q48, X-06: own other devices are told what became of the groups, and nobody else is`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            for user in ["carol", "bob"] { try phone.add(user) }
            func expectGroups(_ change: String, _ body: () throws -> Void) throws {
                try expectEventLines(phone, tab, bob, are: [[], ["groups: \(change)"], []], of: body)
            }
            try expectGroups("+a +b a(+bob) b(+bob)") { try phone.createGroups(["a", "b"], with: ["bob", "nobody"]) }
            try expectGroups("a(+carol)") { try phone.addToGroup("a", "carol", "bob") }
            try expectGroups("a(-bob)") { try phone.removeFromGroup("a", "bob") }
            try expectGroups("a>c") { try phone.renameGroup("a", to: "c") }
            try expectGroups("-b") { try phone.deleteGroups("b") }
            #expect(try tab.groups() == [FriendGroup("c", ["carol"])])
        }
    }

    @Test func `R-Q48, R-61, R-51: additions and changes that put friends into groups are told as well`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.wary("bob")
            try gateway.createAccounts("carol")
            try expectEventLines(phone, tab, are: [["1: carol"], ["1: carol", "groups: +a a(+carol)"]]) {
                try phone.add("carol", #""group": "a""#)
            }
            try expectEventLines(phone, tab, are: [[], ["self 8: carol", "groups: a(-carol)"]]) {
                try phone.modifyFriend("carol", #""groups": []"#)
            }
            try phone.add("bob", #""group": "b""#)
            // Not one of Alice's devices does it.
            let approved = ["1: bob", "4: bob", "groups: +b b(+bob)"]
            try expectEventLines(phone, tab, bob, are: [approved, approved, []]) { try bob.respond(to: "alice", 0) }
        }
    }

    @Test func `R-Q48: what changed nothing is told to nobody`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob", #""group": "a""#)
            try expectEventLines(phone, tab, bob, are: [[], [], []]) {
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

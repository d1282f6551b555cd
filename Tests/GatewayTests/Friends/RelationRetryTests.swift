import Client
import ClientProtocol
import JSON
import Testing

/// X-10: operations on relations that come twice.
struct RelationRetryTests {
    private static let operations: [(operation: String, data: String)] = [
        ("friend.add", #"{"userID": "bob", "remark": "r"}"#),
        ("friend.add", #"{"userID": "wary", "addWording": "hi"}"#),
        ("friend.add", #"{"userID": "nobody"}"#),
        ("friend.modify", #"{"userID": "friend", "values": {"remark": "x"}}"#),
        ("friend.respond", #"{"userID": "asking", "response": 1}"#),
        ("friend.delete", #"{"userIDs": ["friend"], "delType": 2}"#),
        ("pendency.delete", #"{"type": 2, "userIDs": ["wary"]}"#),
        ("pendency.report", #"{"timestamp": 9000000000}"#),
        ("blacklist.add", #"{"userIDs": ["eve", "nobody"]}"#),
        ("blacklist.delete", #"{"userIDs": ["eve"]}"#),
        ("friendGroup.create", #"{"names": ["g"], "userIDs": ["bob"]}"#),
        ("friendGroup.removeFriends", #"{"name": "g", "userIDs": ["bob"]}"#),
        ("friendGroup.addFriends", #"{"name": "g", "userIDs": ["bob"]}"#),
        ("friendGroup.rename", #"{"name": "g", "newName": "h"}"#),
        ("friendGroup.delete", #"{"names": ["h"]}"#),
        ("profile.modifySelf", #"{"values": {"level": 1}}"#),
    ]

    @Test func `X-10: a repeat with the same key gives the first reply, does nothing and tells nobody`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            try phone.setAllowType(1)
            let others = try ["bob", "friend", "eve"].map { try gateway.online($0) } + [gateway.wary("wary")]
            try phone.add("friend")
            try gateway.online("asking").add("alice")
            for (index, item) in Self.operations.enumerated() {
                let first = try phone.request(item.operation, item.data, key: "k\(index)").get()
                _ = try ([phone, tab] + others).map { try $0.settle() }
                for session in [phone, tab] {
                    let second = try session.request(item.operation, item.data, key: "k\(index)").get()
                    #expect(second.text == first.text, "\(item)")
                }
                for session in [phone, tab] + others { #expect(try session.eventLines() == [], "\(item)") }
            }
        }
    }

    @Test func `X-10: without a key a repeat is a new request`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.add("bob") == 30539)
            #expect(try alice.add("bob") == 30539)
            #expect(try bob.eventLines() == ["3: from alice", "3: from alice"])
            #expect(try alice.createGroups(["g"]) == [])
            #expect(try alice.refusal("friendGroup.create", #"{"names": ["g"]}"#).number == "tim 30001")
        }
    }

    @Test func `X-10: a repeat gives the first reply also when things have changed since, and after a restart`() throws
    {
        try withChat { gateway in
            let data = #"{"userID": "bob"}"#
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                _ = try alice.request("friend.add", data, key: "k").get()
                try bob.block("alice")
            }
            try gateway.restart()
            let alice = try gateway.online("alice")
            let again = try alice.request("friend.add", data, key: "k").get()
            #expect(again["result"]?["code"]?.int == 0)
            #expect(try alice.add("bob") == 30525)
            let conflict = try alice.request("friend.add", #"{"userID": "carol"}"#, key: "k").error
            #expect(conflict?.number == "gw 1006")
        }
    }
}

import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// `admin.session.list`, `admin.session.kick` and `admin.user.state`.
struct AdminSessionTests {
    @Test(arguments: RequestDoor.allCases) func `X-68: an administrator sees a user's sessions`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let phone = try gateway.session("alice", device: "phone", platform: "ios")
            let tab = try gateway.session("alice", device: "tab", platform: "web")
            try gateway.createAccounts("bob")
            let admin = try gateway.admin()
            func sessions(_ user: String) throws -> [JSONValue] {
                let ok = try admin.request("admin.session.list", #"{"userID": "\#(user)"}"#).get()
                return try #require(ok["sessions"]?.elements).map { $0 }
            }
            #expect(try sessions("alice").map { $0["device"]?.string } == ["phone", "tab"])
            #expect(try sessions("alice").map { $0["platform"]?.string } == ["ios", "web"])
            #expect(try sessions("bob").isEmpty)
            for session in [phone, tab] { #expect(try session.settle().isEmpty) }
            #expect(try admin.refusal("admin.session.list", #"{"userID": "nobody"}"#).number == "tim 40003")
        }
    }

    /// What is asked for, and the devices that are kicked.
    static let kicks: [(more: String, kicked: [String])] = [
        ("", ["phone", "tab", "tv"]),
        (#", "platform": "web""#, ["tab"]),
        (#", "device": "phone""#, ["phone"]),
        (#", "device": "phone", "platform": "web""#, []),
        (#", "session": "none""#, []),
    ]

    @Test(arguments: kicks.indices, RequestDoor.allCases)
    func `X-68: an administrator ends the sessions that it describes, with a reason`(index: Int, door: RequestDoor)
        throws
    {
        let (more, kicked) = Self.kicks[index]
        try withChat(door: door) { gateway in
            let sessions = try [("phone", "ios"), ("tab", "web"), ("tv", "other")].map { device, platform in
                (device, try gateway.session("alice", device: device, platform: platform))
            }
            let bob = try gateway.online("bob")
            let admin = try gateway.admin()
            let data = #"{"userID": "alice", "reason": "house rules"\#(more)}"#
            #expect(try admin.request("admin.session.kick", data).get()["kicked"]?.int == kicked.count)
            for (device, session) in sessions {
                if kicked.contains(device) {
                    let event = try session.event("session.kicked")
                    #expect(event["reason"]?.string == "kicked" && event["text"]?.string == "house rules")
                    #expect(try session.closeCode() == CloseCode(rawValue: 4305))
                } else {
                    #expect(try session.settle().isEmpty)
                }
            }
            #expect(try bob.devices() == ["d1"])
            _ = try gateway.online("alice", device: "back")
            #expect(try admin.refusal("admin.session.kick", #"{"userID": "nobody"}"#).number == "tim 40003")
            #expect(
                try admin.refusal("admin.session.kick", #"{"userID": "alice", "platform": "fridge"}"#).keys == [
                    "platform"
                ])
        }
    }

    /// What ends all of a user's sessions.
    static let ends = [
        ("admin.session.kick", #"{"userID": "alice"}"#), ("admin.account.disable", #"{"userIDs": ["alice"]}"#),
        ("admin.account.delete", #"{"userIDs": ["alice"]}"#),
    ]

    @Test(arguments: ends)
    func `X-12, X-68: sessions that are ended are in no list when that is answered, and their user is not online`(
        operation: String, data: String
    ) throws {
        try withChat(["sessions.perUser": "40"]) { gateway in
            let admin = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let devices = (1...20).map { "d\($0)" }
            let sessions = try devices.map { try gateway.online("alice", device: $0) }
            let looks = [
                ("admin.session.find", "{}"), ("admin.session.list", #"{"userID": "alice"}"#),
                ("admin.user.state", #"{"userID": "alice"}"#), ("admin.account.get", #"{"userIDs": ["alice"]}"#),
            ]
            let calls = ([(operation, data)] + looks).map { #"{"op": "\#($0)", "data": \#($1)}"# }
            let reply = try admin.request("batch", #"{"calls": [\#(calls.joined(separator: ","))]}"#).get()
            let results = try #require(reply["results"]?.elements).map { $0 }
            #expect(results.count == 5 && results[0]["ok"] != nil)
            if operation == "admin.session.kick" { #expect(results[0]["ok"]?["kicked"]?.int == 20) }
            for result in results.dropFirst() {
                // Of a deleted account nothing is told.
                guard let ok = result["ok"] else { continue }
                #expect(ok["sessions"]?.count ?? 0 == 0, "\(String(decoding: ok.raw, as: UTF8.self))")
                #expect(ok["online"]?.bool != true && ok["accounts"]?.first?["online"]?.bool != true)
            }
            for session in sessions { _ = try session.event("session.kicked") }
        }
    }

    @Test(arguments: RequestDoor.allCases) func `X-68: one answer tells all that goes on with a user`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            try gateway.createAccounts("carl", "dora")
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for _ in 1...3 { try bob.write(to: "alice") }
            _ = try alice.follow(["bob", "carl"])
            let admin = try gateway.admin()
            func state(_ user: String) throws -> JSONValue {
                try admin.request("admin.user.state", #"{"userID": "\#(user)"}"#).get()
            }
            let busy = try state("alice")
            #expect(busy["userID"]?.string == "alice" && busy["online"]?.bool == true)
            #expect(busy["sessions"]?.elements?.map { $0["device"]?.string } == ["d1"])
            #expect(busy["totalUnread"]?.int == 3 && busy["devices"]?.count == 0)
            let subscriptions = busy["subscriptions"]?.elements?.map { ($0["type"]?.int, $0["count"]?.int) }
            #expect(subscriptions?.count == 1 && subscriptions?[0] ?? (0, 0) == (1, 2))
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["carl"]}"#).get()
            let idle = try state("carl")
            #expect(idle["online"]?.bool == false && idle["disabled"]?.bool == true && idle["sessions"]?.count == 0)
            #expect(try admin.refusal("admin.user.state", #"{"userID": "nobody"}"#).number == "tim 40003")
        }
    }
}

import Client
import ClientProtocol
import JSON
import Testing

/// `admin.notification.send` and `notification.new`: events of the backend's own.
struct NotificationTests {
    private func notice(_ to: String, _ more: String = "") -> String {
        #"{\#(to), "name": "order.paid", "data": {"order": 7, "note": "größer"}\#(more)}"#
    }

    private func isNotice(_ event: JSONValue) -> Bool {
        event["name"]?.string == "order.paid" && event["data"]?["order"]?.int == 7
            && event["data"]?["note"]?.string == "größer"
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-70: users are notified, on all devices, and those that are away when they come back`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            try gateway.createAccounts("bob")
            let (phone, tab) = (
                try gateway.online("alice", device: "phone"), try gateway.online("alice", device: "tab")
            )
            let opened = try gateway.back("bob", resume: "{}")
            let position = try #require(opened.opened["stream"]?["seq"]?.int)
            let data = notice(#""userIDs": ["alice", "nobody", "bob"]"#)
            let results = try gateway.admin().request("admin.notification.send", data).get()["results"]
            #expect(results?.elements?.map { $0["code"]?.int } == [0, 40003, 0])
            for session in [phone, tab] { #expect(isNotice(try session.event("notification.new"))) }
            #expect(isNotice(try opened.session.event("notification.new")))
            let resume = #"{"user": \#(position)}"#
            let back = try gateway.back("bob", device: "d2", resume: resume).opened["resume"]?["user"]
            #expect(back?["verdict"]?.string == "recovered" && back?["events"]?.count == 1)
            let missed = back?["events"]?.first
            #expect(missed?["event"]?.string == "notification.new")
            #expect(isNotice(try #require(missed?["data"])) && missed?["seq"]?.int == position + 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-70: a live notification is in no stream, and may be for one platform`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let phone = try gateway.session("alice", device: "phone", platform: "ios")
            let tab = try gateway.session("alice", device: "tab", platform: "web")
            let admin = try gateway.admin()
            let live = notice(#""userIDs": ["alice"]"#, #", "live": true"#)
            _ = try admin.request("admin.notification.send", live).get()
            for session in [phone, tab] { #expect(isNotice(try session.event("notification.new"))) }
            let web = notice(#""userIDs": ["alice"]"#, #", "live": true, "platform": "web""#)
            _ = try admin.request("admin.notification.send", web).get()
            #expect(isNotice(try tab.event("notification.new")))
            #expect(try phone.settle().isEmpty && tab.settle().isEmpty)
            let stream = try phone.request("stream.events", #"{"after": 0}"#).get()
            #expect(stream["events"]?.count == 0)
        }
    }

    @Test(arguments: [true, false], RequestDoor.allCases)
    func `X-70: the members of a group are notified, by the group's stream or live`(isLive: Bool, door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carl = try gateway.online("carl")
            let id = try alice.createGroup("g", with: ["bob"])
            for session in [alice, bob] { _ = try session.settle() }
            let position = try #require(try gateway.back("bob", device: "d2").opened["groups"]?.member(id)?.int)
            let data = notice(#""groupID": "\#(id)""#, #", "live": \#(isLive)"#)
            _ = try gateway.admin().request("admin.notification.send", data).get()
            for session in [alice, bob] {
                let event = try session.event("group.notificationDidReceive")
                #expect(isNotice(event) && event["groupID"]?.string == id)
            }
            #expect(try carl.settle().isEmpty)
            let resume = #"{"groups": {"\#(id)": \#(position)}}"#
            let missed = try gateway.back("bob", device: "d2", resume: resume).opened["resume"]?["groups"]?.member(id)
            #expect(missed?["verdict"]?.string == "recovered" && missed?["events"]?.count == (isLive ? 0 : 1))
        }
    }

    static let wrong: [(data: String, number: String, key: String)] = [
        (#"{"name": "n"}"#, "gw 1001", "userIDs"),
        (#"{"name": "n", "userIDs": ["alice"], "groupID": "1"}"#, "gw 1001", "userIDs"),
        (#"{"name": "n", "groupID": "99"}"#, "em 605", "groupID"),
        (#"{"name": "n", "groupID": ""}"#, "em 600", "groupID"),
        (#"{"userIDs": ["alice"]}"#, "gw 1001", "name"),
        (#"{"name": " ", "userIDs": ["alice"]}"#, "gw 1001", "name"),
        (#"{"name": "n", "userIDs": ["alice"], "data": 1}"#, "gw 1001", "data"),
        (#"{"name": "n", "userIDs": ["alice"], "platform": "web"}"#, "gw 1001", "platform"),
        (#"{"name": "n", "groupID": "1", "live": true, "platform": "web"}"#, "gw 1001", "platform"),
        (#"{"name": "n", "userIDs": ["alice"], "data": {"a": "\#(times(70, "x"))"}}"#, "gw 1007", "data"),
    ]

    @Test(arguments: wrong.indices, RequestDoor.allCases) func `X-70: what is no notification is refused`(
        index: Int, door: RequestDoor
    ) throws {
        let (data, number, key) = Self.wrong[index]
        try withChat(["messages.bodyBytes": "64"], door: door) { gateway in
            try gateway.createAccounts("alice")
            let error = try gateway.admin().refusal("admin.notification.send", data)
            #expect(error.number == number && error.keys.first == key, "\(data): \(error)")
        }
    }
}

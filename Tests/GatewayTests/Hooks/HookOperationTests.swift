import Client
import ClientProtocol
import Framing
import JSON
import ServerAPI
import Testing

/// Hooks of the other operations.
struct HookOperationTests {
    @Test func `H-19: a session is opened if the hook allows, which sees claims and address`() throws {
        let server = try HookServer { try $0.json["user"]?.string == "mallory" ? .refuse(403, "banned") : .allow }
        try withChat(server.settings("session.open")) { gateway in
            let guest = try gateway.guest()
            let token = gateway.keys.token("alice", #""plan": "free""#)
            // What comes meanwhile waits for the session.
            try guest.connection.send(
                #"{"id": 90, "op": "session.open", "data": {"token": "\#(token)", "device": "d1", "platform": "ios"}}"#)
            try guest.connection.send(#"{"id": 91, "op": "session.list"}"#)
            #expect(try guest.reply(to: 90).get()["user"]?.string == "alice")
            #expect(try guest.reply(to: 91).get()["sessions"]?.count == 1)
            let json = try #require(server.asks.first).json
            #expect(json["operation"]?.string == "session.open" && json["user"]?.string == "alice")
            #expect(json["device"]?.string == "d1" && json["platform"]?.string == "ios")
            #expect(json["address"]?.string == "127.0.0.1")
            #expect(json["claims"]?["plan"]?.string == "free" && json["claims"]?["sub"]?.string == "alice")
            #expect(try !#require(server.asks.first).body.contains(token))
            let refused = try gateway.guest()
            let error = try #require(try refused.open(token: gateway.token("mallory")).error)
            #expect(error.number == "app 403" && error.message == "banned")
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            // The connection stays, and may try again.
            #expect(try refused.open(token: gateway.token("bob")).error == nil)
        }
    }

    @Test func `H-19: an administrator's session is not asked about`() throws {
        let server = try HookServer { _ in .refuse(1, "no") }
        try withChat(server.settings("session.open")) { gateway in
            _ = try gateway.admin().request("admin.ping").get()
            #expect(server.asks.isEmpty)
        }
    }

    @Test func `L-29, L-31: a hook decides who enters a room, and about its values, which it may replace`() throws {
        let server = try HookServer { ask in
            if try ask.json["user"]?.string == "mallory" { return .refuse(403, "not you") }
            return try ask.operation == "room.enter"
                ? .allow : .replace(#"{"values": [{"key": "theme", "value": "clean"}]}"#)
        }
        let settings = ["hooks.before": "[\(server.setting(["room.enter", "room.setValues"], 3_000, "refuse"))]"]
        try withChat(settings) { gateway in
            let (alice, mallory) = (try gateway.online("alice"), try gateway.online("mallory"))
            try gateway.admin().manageRoom("create", "r", #""owner": "alice""#)
            #expect(try mallory.refusal("room.enter", room("r")).number == "app 403")
            let stream = try EventStreamClient(
                gateway, at: "/v1/rooms/r/events", ["Authorization: Bearer \(gateway.token("mallory"))"])
            #expect(stream.status != 200)
            // The reply to the entry comes behind that of the hook, and what follows waits.
            let entry = try alice.send("room.enter", room("r"))
            #expect(try alice.say("hi", in: "r")["seq"]?.int == 1)
            #expect(try alice.reply(to: entry).get()["role"]?.string == "owner")
            let rude = room("r", #""values": [{"key": "theme", "value": "rude"}]"#)
            _ = try alice.request("room.setValues", rude).get()
            let set = try alice.event("room.valuesChanged")["set"]?.firstElement
            #expect(set?["key"]?.string == "theme" && set?["value"]?.string == "clean")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `H-20: hooks decide about groups and their texts, friends and profiles, and may replace the texts`(
        _ door: RequestDoor
    ) throws {
        let server = try HookServer { ask in
            if ask.body.contains("forbidden") { return .refuse(9, "no") }
            switch try ask.operation {
            case "group.create": return .replace(#"{"name": "clean"}"#)
            case "group.modify": return .replace(#"{"name": "cleaner"}"#)
            case "group.setAnnouncement": return .replace(#"{"announcement": "clean"}"#)
            case "profile.modifySelf": return .replace(#"{"values": {"nickname": "clean"}}"#)
            case "friend.add": return .replace(#"{"remark": "clean"}"#)
            default: return .allow
            }
        }
        let operations = [
            "group.create", "group.modify", "group.setAnnouncement", "group.join", "group.invite",
            "group.acceptInvitation", "profile.modifySelf", "friend.add",
        ]
        let settings = ["hooks.before": "[\(server.setting(operations, 3_000, "refuse"))]"]
        try withChat(settings, door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            func number(_ operation: String, _ data: String, by session: ClientSession? = nil) throws -> String {
                try (session ?? alice).request(operation, data).error?.number ?? "ok"
            }
            let group = try #require(try alice.request("group.create", #"{"name": "rude"}"#).get()["groupID"]?.string)
            #expect(try number("group.create", #"{"name": "forbidden"}"#) == "app 9")
            func info(_ name: StaticString) throws -> String? {
                try alice.request("group.get", #"{"groupID": "\#(group)"}"#).get()["group"]?[name]?.string
            }
            #expect(try info("name") == "clean")
            #expect(try number("group.modify", #"{"groupID": "\#(group)", "name": "rude"}"#) == "ok")
            #expect(try info("name") == "cleaner")
            #expect(try number("group.setAnnouncement", #"{"groupID": "\#(group)", "announcement": "rude"}"#) == "ok")
            let text = try alice.request("group.getAnnouncement", #"{"groupID": "\#(group)"}"#).get()
            #expect(text["announcement"]?.string == "clean")
            _ = try bob.request("group.setAutoAccept", #"{"accepts": false}"#).get()
            let invite = #"{"groupID": "\#(group)", "userIDs": ["bob"], "message": "#
            #expect(try number("group.invite", invite + #""forbidden"}"#) == "app 9")
            #expect(try number("group.invite", invite + #""come"}"#) == "ok")
            #expect(try number("group.acceptInvitation", #"{"groupID": "\#(group)"}"#, by: bob) == "ok")
            #expect(try number("group.join", #"{"groupID": "\#(group)", "reason": "forbidden"}"#, by: bob) == "app 9")
            #expect(try number("friend.add", #"{"userID": "bob", "remark": "forbidden"}"#) == "app 9")
            #expect(try number("friend.add", #"{"userID": "bob", "remark": "rude"}"#) == "ok")
            let friends = try alice.request("friend.list").get()
            let friend = try #require(friends["friends"]?.elements?.map { $0 }.first)
            #expect(friend["userID"]?.string == "bob" && friend["remark"]?.string == "clean")
            #expect(try number("profile.modifySelf", #"{"values": {"nickname": "rude"}}"#) == "ok")
            let own = try alice.request("profile.getSelf").get()
            #expect(own["profile"]?["nickname"]?.string == "clean")
            let asked = Set(try server.asks.map { try $0.operation })
            #expect(asked == Set(operations))
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `H-20: hooks decide about hosted profiles and attributes in groups, too`(_ door: RequestDoor) throws {
        let server = try HookServer { ask in
            if ask.body.contains("forbidden") { return .refuse(9, "no") }
            return try ask.operation == "userProfile.update"
                ? .replace(#"{"name": "clean"}"#) : .replace(#"{"attributes": {"title": "clean"}}"#)
        }
        let setting = server.setting(["userProfile.update", "group.setAttributes"], 3_000, "refuse")
        try withChat(["hooks.before": "[\(setting)]"], door: door) { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.request("userProfile.update", #"{"name": "forbidden"}"#).error?.number == "app 9")
            _ = try alice.request("userProfile.update", #"{"name": "rude", "location": "here"}"#).get()
            let own = try #require(try alice.request("userProfile.getMine").get()["profile"])
            #expect(own["name"]?.string == "clean" && own["location"]?.string ?? "" == "")
            let group = try alice.createGroup("g")
            func set(_ title: String) throws -> String {
                let attributes = #""attributes": {"title": "\#(title)"}"#
                let data = #"{"groupID": "\#(group)", "userID": "alice", \#(attributes)}"#
                return try alice.request("group.setAttributes", data).error?.number ?? "ok"
            }
            #expect(try set("forbidden") == "app 9" && set("rude") == "ok")
            let attributes = try alice.attributes(group, of: "alice")
            #expect(attributes == ["title": #""clean""#])
            #expect(try server.asks.map { try $0.operation }.count == 4)
        }
    }

    @Test func `H-21: a request with a key that a hook has replaced is repeated as it was sent`() throws {
        let server = try HookServer { _ in .replace(#"{"name": "clean"}"#) }
        try withChat(server.settings("group.create")) { gateway in
            let alice = try gateway.online("alice")
            let first = try alice.request("group.create", #"{"name": "rude"}"#, key: "k").get()["groupID"]?.string
            let again = try alice.request("group.create", #"{"name": "rude"}"#, key: "k").get()["groupID"]?.string
            #expect(first != nil && first == again && server.asks.count == 1)
            let other = try alice.request("group.create", #"{"name": "clean"}"#, key: "k")
            #expect(other.error?.number == "gw 1006")
            // Without a key each is a request of its own.
            _ = try alice.request("group.create", #"{"name": "rude"}"#).get()
            _ = try alice.request("group.create", #"{"name": "rude"}"#).get()
            #expect(server.asks.count == 3 && Set(server.asks.map(\.id)).count == 3)
        }
    }
}

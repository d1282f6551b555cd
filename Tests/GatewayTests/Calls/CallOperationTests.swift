import Client
import JSON
import TestSupport
import Testing

/// Calls, as devices, phones and backends hear of them.
struct CallOperationTests {
    @Test(arguments: RequestDoor.allCases)
    func `J-01, J-02, J-04: all devices ring, one accepts, and the end is told`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (ann, ear) = (try gateway.online("ann"), try gateway.online("ann", device: "ear"))
            let (phone, tab) = (try gateway.online("bob", device: "phone"), try gateway.online("bob", device: "tab"))
            let eve = try gateway.online("eve")
            let id = try ann.call("c2c_bob", #""data": {"room": "r1"}, "seconds": 60"#)
            for device in [phone, tab] {
                let ring = try device.event("call.invited")
                #expect(ring["callID"]?.string == id && ring["conversationID"]?.string == "c2c_ann")
                #expect(ring["kind"]?.string == "video" && ring["data"]?["room"]?.string == "r1")
                #expect((1...60).contains(ring["seconds"]?.int ?? 0))
            }
            #expect(try ear.states(1) == [["ann accepted d1", "bob ringing"]])
            for session in [ann, eve] {
                #expect(try session.refusal("call.accept", call(id)).number == "gw 1004")
            }
            for _ in 1...2 { _ = try phone.request("call.accept", call(id)).get() }
            for refused in ["call.accept", "call.reject"] {
                #expect(try tab.refusal(refused, call(id)).number == "gw 1004")
            }
            #expect(try ann.refusal("call.cancel", call(id)).number == "gw 1004")
            for device in [phone, tab] { #expect(try device.states(1) == [["ann accepted d1", "bob accepted phone"]]) }
            let left = try ann.request("call.leave", call(id)).get()["call"]
            #expect(left?["ended"]?["outcome"]?.string == "answered")
            for session in [ann, ear, phone, tab] {
                let count = session === ann ? 3 : session === ear ? 2 : 1
                #expect(try session.states(count).last == ["ann left d1", "bob left phone ended", "answered"])
            }
            let message = try #require(try phone.history(with: "ann").first)
            #expect(message.type == 12 && message.from == "ann" && message.body.contains(#""outcome":"answered""#))
            #expect(message.body.contains(id))
            for session in [ann, ear, phone, tab] { #expect(try session.event("message.new")["type"]?.int == 12) }
            #expect(try phone.totalUnread() == 0)
            #expect(try eve.settle().isEmpty)
        }
    }

    @Test func `J-04, J-09: what was not answered counts between two, with its outcome`() throws {
        try withChat { gateway in
            let (ann, bob) = (try gateway.online("ann"), try gateway.online("bob"))
            _ = try bob.request("call.reject", call(ann.call("c2c_bob"))).get()
            let id = try ann.call("c2c_bob")
            #expect(try bob.refusal("call.cancel", call(id)).number == "gw 1004")
            _ = try ann.request("call.cancel", call(id)).get()
            #expect(try bob.refusal("call.accept", call(id)).number == "gw 1004")
            let bodies = try bob.history(with: "ann").map(\.body)
            #expect(bodies.map { $0.contains("rejected") } == [false, true])
            #expect(bodies[0].contains("cancelled"))
            #expect(try bob.totalUnread() == 2 && ann.totalUnread() == 0)
            let last = try #require(try ann.history(with: "bob").first?.msgID)
            let edit = #"{"conversationID": "c2c_bob", "msgId": "\#(last)", "body": {}}"#
            #expect(try ann.refusal("message.edit", edit).number == "gw 1002")
            let text = #""clientMsgId": "m", "type": 12, "body": {}"#
            #expect(try ann.refusal("message.send", #"{"conversationID": "c2c_bob", \#(text)}"#).number == "nim 414")
        }
    }

    @Test func `J-01, J-06, J-11: an invitation is judged as sending, two that cross are one call, and ten a minute`()
        throws
    {
        try withChat { gateway in
            let (ann, bob) = (try gateway.online("ann"), try gateway.online("bob"))
            try gateway.createAccounts("eve", "zoe")
            let group = try ann.createGroup(with: ["bob"])
            #expect(try bob.block("eve") == [0])
            let eve = try gateway.online("eve")
            for (session, conversation, more, number) in [
                (eve, "c2c_bob", "", "tim 20007"), (ann, "c2c_nobody", "", "nim 404"), (ann, "c2c_ann", "", "nim 414"),
                (ann, "c2c_bob", #""userIDs": ["zoe"]"#, "nim 414"), (ann, "c2c_bob", #""seconds": 4"#, "nim 414"),
                (ann, "c2c_bob", #""seconds": 121"#, "nim 414"), (ann, "group_\(group)", "", "nim 414"),
                (ann, "c2c_bob", #""data": {"x": "\#(String(repeating: "x", count: 2_048))"}"#, "gw 1007"),
                (ann, "group_\(group)", #""userIDs": ["zoe"]"#, "em 602"),
                (eve, "group_\(group)", #""userIDs": ["bob"]"#, "em 602"),
            ] {
                let refusal = try session.refusal("call.invite", invitation(conversation, more))
                #expect(refusal.number == number, "\(conversation) \(more)")
            }
            let id = try ann.call("c2c_bob")
            let crossing = try bob.refusal("call.invite", invitation("c2c_ann"))
            #expect(crossing.number == "gw 1006" && crossing.keys == [id])
            _ = try bob.request("call.accept", call(crossing.keys[0])).get()
            _ = try ann.request("call.leave", call(id)).get()
            for _ in 2...10 { _ = try ann.request("call.cancel", call(ann.call("c2c_bob"))).get() }
            #expect(try ann.refusal("call.invite", invitation("c2c_bob")).number == "gw 1003")
            _ = try bob.call("c2c_ann")
        }
    }

    @Test func `J-02, J-05, J-08: in a group each answers for itself, and the last one ends the call`() throws {
        try withChat { gateway in
            let sessions = try ["ann", "bob", "cid", "dan"].map { try gateway.online($0) }
            let (ann, bob, cid, dan) = (sessions[0], sessions[1], sessions[2], sessions[3])
            let group = try gateway.createGroup("team", by: "ann", with: ["bob", "cid", "dan"])
            let other = try bob.call("c2c_dan")
            _ = try dan.request("call.accept", call(other)).get()
            let id = try ann.call("group_\(group)", #""userIDs": ["bob", "cid", "dan"]"#)
            // Nobody rings who is in a call.
            #expect(try dan.settle().filter { $0.name == "call.invited" }.count == 1)
            #expect(try cid.event("call.invited")["conversationID"]?.string == "group_\(group)")
            #expect(try ann.states(1) == [["ann accepted d1", "bob busy", "cid ringing", "dan busy"]])
            _ = try cid.request("call.accept", call(id)).get()
            _ = try bob.request("call.leave", call(other)).get()
            _ = try cid.request("call.leave", call(id)).get()
            let end = ["ann left d1 ended", "bob busy", "cid left d1", "dan busy", "answered"]
            #expect(try ann.states(2).last == end)
            #expect(try cid.states(2).last == end)
            #expect(try bob.history(in: group).first?.type == 12)
            #expect(try dan.totalUnread() == 0)
        }
    }

    @Test func `J-03, J-07: a device that comes while it rings is told, and later the end alone`() throws {
        try withChat(movableClock) { gateway in
            let ann = try gateway.online("ann")
            try gateway.createAccounts("bob")
            let id = try ann.call("c2c_bob", #""data": {"room": "r1"}"#)
            for resume in [nil, #"{"user": 0}"#] {
                let (phone, opened) = try gateway.back("bob", device: "phone", resume: resume)
                let ring = try phone.event("call.invited")
                #expect(ring["callID"]?.string == id && ring["data"]?["room"]?.string == "r1")
                #expect((1...45).contains(ring["seconds"]?.int ?? 0))
                #expect(!opened.text.contains("call.changed"))
                try phone.leave()
            }
            try gateway.restart(after: 60)
            let again = try gateway.online("ann")
            try until("the ringing is over") { try again.history(with: "bob").first?.type == 12 }
            let (phone, opened) = try gateway.back("bob", device: "phone", resume: #"{"user": 0}"#)
            #expect(opened.text.split(separator: #""call.changed""#).count == 2)
            #expect(opened.text.contains(#""outcome":"missed""#))
            #expect(try phone.settle().filter { $0.name.hasPrefix("call.") }.isEmpty)
        }
    }

    @Test func `J-03, J-04: a call that rings outlives a crash, and is accepted afterwards`() throws {
        try withChat { gateway in
            try gateway.createAccounts("bob")
            let id = try gateway.online("ann").call("c2c_bob", #""data": {"room": "r1"}, "seconds": 120"#)
            gateway.kill()
            _ = try gateway.wait()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let phone = try gateway.back("bob", device: "phone").session
            #expect(try phone.event("call.invited")["data"]?["room"]?.string == "r1")
            _ = try phone.request("call.accept", call(id)).get()
            let ann = try gateway.back("ann", resume: #"{"user": 0}"#).opened
            #expect(ann.text.contains(#""userID":"bob","state":"accepted","device":"phone""#))
        }
    }

    @Test func `P-22, P-41, J-10: phones without a session ring, and are told the end by a push that takes the place`()
        throws
    {
        try withPushes(to: ["apns", "fcm", "webhook"]) { gateway, pushes in
            let ann = try gateway.online("ann")
            let session = try gateway.session("bob", device: "phone", platform: "ios")
            let voip = try pushes.register(session, "bob", at: "apnsVoip")
            try session.leave()
            let text = try pushes.away("bob", device: "phone", at: "apns")
            let android = try pushes.away("bob", device: "tablet", platform: "android", at: "fcm")
            let hook = try pushes.away("bob", device: "watch", at: "webhook")
            // A text comes to the usual token alone.
            let sent = try ann.write(to: "bob")
            let providers = try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.provider)
            #expect(Set(providers) == ["apns", "fcm", "webhook"])
            let before = try pushes.requests(to: "bob").count
            // The user is at a desk, too: nobody knows where it looks.
            let desk = try gateway.session("bob", device: "desk", platform: "pc")
            try desk.setQuietHours()
            let id = try ann.call("c2c_bob", #""seconds": 30"#)
            let rings = try until("three rings") {
                let found = try pushes.requests(to: "bob").dropFirst(before)
                return found.count == 3 ? found : nil
            }
            #expect(rings.allSatisfy { $0.problem == nil && $0.payload?.contains(id) == true })
            #expect(Set(rings.compactMap(\.token)) == [voip, android, hook])
            let call = try #require(rings.first { $0.token == voip })
            #expect(call.headers["apns-topic"] == "test.birds.voip")
            #expect([call.title, call.text] == ["ann", "Incoming call"] && call.payload?.contains("data") == false)
            #expect((1...30).contains(try #require(rings.first { $0.token == android }?.ttl)))
            #expect(try #require(rings.first { $0.token == hook }?.payload).contains(#""class":"call""#))
            _ = try ann.request("call.cancel", "{\"callID\": \"\(id)\"}").get()
            let ends = try until("three ends") {
                let found = try pushes.requests(to: "bob").dropFirst(before + 3)
                return found.count == 3 ? found : nil
            }
            #expect(
                ends.allSatisfy { $0.problem == nil && $0.text?.hasSuffix("issed call") == true || $0.token == hook })
            #expect(Set(ends.compactMap(\.token)) == [text, android, hook])
            #expect(ends.first { $0.token == text }?.headers["apns-collapse-id"] == "call-\(id)")
        }
    }

    @Test func `J-01, J-12: a hook gives the media's token, backends see calls, end them, and hear of both`() throws {
        let server = try HookServer { _ in .replace(#"{"data": {"token": "t"}}"#) }
        let hooks = server.settings("call.invite")
        try withBackend(hooks) { gateway, backend in
            let (ann, bob) = (try gateway.online("ann"), try gateway.online("bob"))
            let id = try ann.call("c2c_bob", #""data": {"token": "mine"}"#)
            #expect(try bob.event("call.invited")["data"]?["token"]?.string == "t")
            let admin = try gateway.admin()
            let page = try admin.request("admin.call.list", #"{"limit": 1}"#).get()
            #expect(page["calls"]?.elements?.map { $0["callID"]?.string } == [id])
            #expect(page["calls"]?.first?["conversationID"]?.string == "c2c_bob")
            let next = #"{"cursor": "\#(try #require(page["cursor"]?.string))"}"#
            #expect(try admin.request("admin.call.list", next).get()["calls"]?.count == 0)
            _ = try bob.request("call.accept", call(id)).get()
            _ = try admin.request("admin.call.end", call(id)).get()
            for session in [ann, bob] {
                #expect(
                    try session.states(session === ann ? 3 : 2).last == [
                        "ann left d1 ended", "bob left d1 ended", "answered",
                    ])
            }
            #expect(try admin.refusal("admin.call.end", call(id)).number == "gw 1004")
            let heard = try backend.wait(for: 2) { $0.type.hasPrefix("call.") }
            #expect(heard.map(\.type) == ["call.started", "call.ended"])
            #expect(heard.allSatisfy { $0.data.contains(id) && $0.data.contains(#""userID":"ann""#) })
            #expect(heard[1].data.contains(#""outcome":"answered""#))
            #expect(try gateway.metric(#"martlet_calls_ended_total{outcome="answered"}"#) == 1)
            let rows = try gateway.audit(#""operation": "admin.call.end""#)
            #expect(rows.count == 2 && rows.last?.result == "ok" && rows.allSatisfy { $0.parameters.contains(id) })
        }
    }

    private func call(_ id: String) -> String { #"{"callID": "\#(id)"}"# }
}

private func invitation(_ conversation: String, _ more: String = "") -> String {
    #"{"conversationID": "\#(conversation)", "kind": "video"\#(more.isEmpty ? "" : ", \(more)")}"#
}

extension ClientSession {
    /// The id of a new call.
    fileprivate func call(_ conversation: String, _ more: String = "") throws -> String {
        let ok = try request("call.invite", invitation(conversation, more)).get()
        return try #require(ok["call"]?["callID"]?.string)
    }

    /// The next events of a call: each user with its state, device and reason, and how it has ended.
    fileprivate func states(_ count: Int) throws -> [[String]] {
        try (0..<count).map { _ in
            let call = try event("call.changed")
            let users = try #require(call["users"]?.elements).map { user in
                ["userID", "state", "device", "reason"].compactMap { user[$0]?.string }.joined(separator: " ")
            }
            return users + [call["ended"]?["outcome"]?.string].compactMap { $0 }
        }
    }
}

import Client
import ClientProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// `at` of `admin.message.send`, `admin.message.scheduled` and `admin.message.cancel`.
struct ScheduledMessageTests {
    private let withSystem = ["accounts.systemSender": #""system""#]

    private func text(
        _ text: String = "hello", to conversation: String = "c2c_bob", at time: Int, from sender: String? = nil,
        id: String = uniqueID(), _ more: String = ""
    ) -> String {
        let from = sender.map { #""from": "\#($0)", "# } ?? ""
        return #"{\#(from)"conversationID": "\#(conversation)", "clientMsgId": "\#(id)", "type": 0, "at": \#(time), "#
            + #""body": {"text": "\#(text)"}\#(more.isEmpty ? "" : ", \(more)")}"#
    }

    /// Milliseconds since 1970, from now on.
    private func time(in milliseconds: Int) -> Int { Int(Date().timeIntervalSince1970 * 1_000) + milliseconds }

    @Test(arguments: RequestDoor.allCases)
    func `M-40, U-20: a message is sent at its time and not before, with all that it was given`(door: RequestDoor)
        throws
    {
        try withChat(withSystem, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let earlier = try bob.write("question", to: "alice")
            let upload = try alice.upload(picture(), at: gateway)
            let due = time(in: 3_000)
            let more =
                #""replyTo": {"msgId": "\#(earlier.msgID)"}, "expireSeconds": 60, "apnsContent": "psst", "#
                + #""media": ["\#(upload)"]"#
            let reply = try admin.request("admin.message.send", text(at: due, from: "alice", more)).get()
            #expect(reply["at"]?.int == due && reply["scheduleID"]?.string != nil && reply["msgId"] == nil)
            #expect(try bob.history(with: "alice").count == 1 && bob.mediaURL(upload) == nil)
            let waiting = try admin.request("admin.message.scheduled").get()["messages"]?.elements?.first { _ in true }
            #expect(waiting?["media"]?.text == "[\"\(upload)\"]")
            _ = try bob.settle()
            let told = try bob.event("message.new")
            let sentAt = try #require(told["time"]?.int)
            #expect(sentAt >= due && sentAt < due + 5_000)
            #expect(told["from"]?.string == "alice" && told["replyTo"]?["seq"]?.int == 1)
            #expect(told["expireAt"]?.int == sentAt + 60_000 && told["apnsContent"]?.string == "psst")
            #expect(try bob.media(with: "alice") == [upload] && bob.mediaURL(upload) != nil)
            #expect(try alice.history(with: "bob").map(\.text) == ["hello", "question"])
            #expect(try admin.request("admin.message.scheduled").get()["messages"]?.count == 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-40: what waits outlives the gateway, and is sent once when it was due meanwhile`(door: RequestDoor) throws {
        try withChat(withSystem.merging(movableClock) { $1 }, door: door) { gateway in
            try gateway.createAccounts("bob")
            let due = time(in: 600_000)
            for number in 1...3 {
                let data = text("\(number)", at: due + number)
                _ = try gateway.admin().request("admin.message.send", data).get()
            }
            try gateway.restart(after: 1)
            #expect(try gateway.online("bob").conversations().isEmpty)
            try gateway.restart(after: 601)
            let bob = try gateway.online("bob")
            try until("they are sent") { try bob.conversation(with: "system")?.unread == 3 }
            #expect(try bob.history(with: "system").map(\.text) == ["3", "2", "1"])
            try gateway.restart(after: 602)
            #expect(try gateway.online("bob").history(with: "system").count == 3)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-41: a request is judged when it is made, and a repeat changes nothing`(door: RequestDoor) throws {
        try withChat(withSystem, door: door) { gateway in
            let admin = try gateway.admin()
            let bob = try gateway.online("bob")
            let later = time(in: 600_000)
            let first = try admin.request("admin.message.send", text(at: later, id: "m1")).get()
            let again = try admin.request("admin.message.send", text(at: later, id: "m1")).get()
            #expect(again["scheduleID"]?.string == first["scheduleID"]?.string)
            for other in [text("other", at: later, id: "m1"), text(at: later + 1, id: "m1")] {
                #expect(try admin.refusal("admin.message.send", other).number == "gw 1006")
            }
            let far = time(in: 367 * 86_400_000)
            let refused: [(data: String, code: String)] = [
                (text(at: time(in: -1_000)), "nim 414"), (text(at: far), "nim 414"), (text(at: 0), "nim 414"),
                (text(to: "c2c_nobody", at: later), "nim 404"), (text(to: "group_9", at: later), "em 605"),
                (text(at: later, from: "nobody"), "tim 40003"),
                (text(at: later, #""replyTo": {"msgId": "7"}"#), "gw 1010"),
            ]
            for one in refused {
                #expect(try admin.refusal("admin.message.send", one.data).number == one.code, "\(one.data)")
            }
            let many = #"{"userIDs": ["bob"], "clientMsgId": "m2", "type": 0, "body": {"text": "x"}, "at": \#(later)}"#
            #expect(try admin.refusal("admin.message.send", many).number == "nim 414")
            // Once it is sent a repeat is answered as one of any message.
            let soon = time(in: 5_000)
            _ = try admin.request("admin.message.send", text("soon", at: soon, id: "m3")).get()
            let sent = try bob.event("message.new")["msgId"]?.string
            let repeated = try admin.request("admin.message.send", text("soon", at: soon, id: "m3")).get()
            #expect(repeated["msgId"]?.string == sent && repeated["scheduleID"] == nil)
            #expect(try bob.history(with: "system").count == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-42: what waits is listed by its time, page by page, and can be cancelled`(door: RequestDoor) throws {
        try withChat(withSystem, door: door) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            let due = time(in: 600_000)
            var ids: [String] = []
            for number in [3, 1, 2] {
                let data = text("\(number)", at: due + number)
                ids.append(
                    try #require(try admin.request("admin.message.send", data).get()["scheduleID"]?.string))
            }
            func page(_ more: String = "") throws -> (texts: [String?], cursor: String?) {
                let ok = try admin.request("admin.message.scheduled", #"{"limit": 2\#(more)}"#).get()
                let messages = try #require(ok["messages"]?.elements)
                #expect(messages.allSatisfy { $0["from"]?.string == "system" && $0["at"]?.int ?? 0 > due })
                return (messages.map { $0["body"]?["text"]?.string }, ok["cursor"]?.string)
            }
            let first = try page()
            #expect(first.texts == ["1", "2"])
            let cursor = try #require(first.cursor)
            let second = try page(#", "cursor": "\#(cursor)""#)
            #expect(second.texts == ["3"] && second.cursor == nil)
            let cancel = #"{"scheduleID": "\#(ids[1])"}"#
            #expect(try admin.request("admin.message.cancel", cancel).get()["scheduleID"]?.string == ids[1])
            #expect(try page().texts == ["2", "3"])
            for id in [ids[1], "7", "x"] {
                let refusal = try admin.refusal("admin.message.cancel", #"{"scheduleID": "\#(id)"}"#)
                #expect(refusal.number == "gw 1010")
            }
            let bob = try gateway.online("bob")
            for operation in ["admin.message.scheduled", "admin.message.cancel"] {
                #expect(try bob.refusal(operation, cancel).number == "gw 1002")
            }
        }
    }

    @Test func `M-43: one that is refused when it is due is told to backends, logged and counted`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            let group = try alice.createGroup("g", with: ["bob"])
            let due = time(in: 2_000)
            let data = text(to: "group_\(group)", at: due, from: "bob", id: "m1")
            let id = try #require(try admin.request("admin.message.send", data).get()["scheduleID"]?.string)
            try alice.group("remove", group, #""userIDs": ["bob"]"#)
            let told = try #require(try backend.wait(for: 1) { $0.type == "message.refused" }.first)
            let event = try JSONDocument().parse(told.data)
            #expect(event["scheduleID"]?.string == id && event["at"]?.int == due && event["from"]?.string == "bob")
            #expect(event["conversationID"]?.string == "group_\(group)" && event["clientMsgId"]?.string == "m1")
            #expect(event["error"]?["system"]?.string == "em" && event["error"]?["code"]?.int == 602)
            #expect(try gateway.metric("martlet_scheduled_messages_refused_total") == 1)
            let line = try #require(try gateway.logged("a scheduled message was not sent").first)
            #expect(line["scheduleID"]?.string == id)
            #expect(try admin.request("admin.message.scheduled").get()["messages"]?.count == 0)
        }
    }

    @Test func `M-44: what a deleted account was to send or to get is not sent`() throws {
        try withChat(withSystem) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("alice", "bob", "carl")
            let due = time(in: 600_000)
            for data in [
                text(at: due, from: "alice"), text(to: "c2c_alice", at: due),
                text(to: "c2c_carl", at: due, from: "bob"),
            ] {
                _ = try admin.request("admin.message.send", data).get()
            }
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            let left = try admin.request("admin.message.scheduled").get()["messages"]?.elements
            #expect(left?.map { $0["conversationID"]?.string } == ["c2c_carl"])
        }
    }
}

import Client
import JSON
import Testing

/// Users report, and operators work the queue off.
struct ReportTests {
    private func report(_ session: ClientSession, _ subject: String, _ more: String = "") throws -> String {
        let ok = try session.request("report.create", #"{\#(subject), "reason": "abuse"\#(more)}"#).get()
        return try #require(ok["reportID"]?.string)
    }

    private func reports(_ admin: ClientSession, _ asked: String = "{}") throws -> [JSONValue] {
        try #require(try admin.request("admin.report.list", asked).get()["reports"]?.elements).map { $0 }
    }

    private func ids(_ reports: [JSONValue]) -> [String?] { reports.map { $0["reportID"]?.string } }

    @Test func `V-01, V-02, V-04, V-05, V-08: a report of each kind, and its way through the queue`() throws {
        try withBackend { gateway, backend in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            let admin = try gateway.admin()
            let group = try alice.createGroup("Club", with: ["bob"])
            let message = try alice.write("you fool", to: "bob").msgID
            let ofMessage = try report(bob, #""msgId": "\#(message)""#, #", "text": "rude""#)
            let ofUser = try report(bob, #""userID": "alice""#)
            let ofGroup = try report(bob, #""groupID": "\#(group)""#)
            let all = try reports(admin)
            #expect(ids(all) == [ofGroup, ofUser, ofMessage])
            #expect(all.map { $0["kind"]?.string } == ["group", "user", "message"])
            #expect(all[0]["copy"]?["name"]?.string == "Club" && all[0]["groupID"]?.string == group)
            #expect(all[1]["userID"]?.string == "alice" && all[1]["text"]?.string == "")
            let first = all[2]
            #expect(first["reporter"]?.string == "bob" && first["userID"]?.string == "alice")
            #expect(first["text"]?.string == "rude" && first["reason"]?.string == "abuse")
            #expect(first["copy"]?["body"]?["text"]?.string == "you fool" && first["state"]?.string == "open")

            // The same again while it waits is the same; others may report it as well.
            #expect(try report(bob, #""msgId": "\#(message)""#) == ofMessage)
            #expect(try report(alice, #""msgId": "\#(message)""#) != ofMessage)

            let change = #"{"reportID": "\#(ofMessage)", "state": "taken", "note": "mine"}"#
            _ = try admin.request("admin.report.resolve", change).get()
            let closing = #"{"reportID": "\#(ofMessage)", "state": "resolved"}"#
            _ = try admin.request("admin.report.resolve", closing).get()
            let resolved = try admin.request("admin.report.get", #"{"reportID": "\#(ofMessage)"}"#).get()["report"]
            #expect(resolved?["note"]?.string == "mine" && resolved?["handledBy"]?.string == "tests")
            #expect(try report(bob, #""msgId": "\#(message)""#) != ofMessage)
            #expect(ids(try reports(admin, #"{"state": "resolved"}"#)) == [ofMessage])
            #expect(try reports(admin, #"{"userID": "alice", "state": "open"}"#).count == 3)
            #expect(try reports(admin, #"{"userID": "nobody"}"#).isEmpty)
            let page = try admin.request("admin.report.list", #"{"limit": 2}"#).get()
            let cursor = try #require(page["cursor"]?.string)
            let rest = try reports(admin, #"{"cursor": "\#(cursor)"}"#)
            #expect(page["reports"]?.count == 2 && rest.count == 3)
            #expect(try admin.refusal("admin.report.get", #"{"reportID": "77"}"#).number == "gw 1027")
            let one = try admin.request("admin.report.get", #"{"reportID": "\#(ofUser)"}"#).get()["report"]
            #expect(one?["copy"]?["nickname"]?.string == "")

            try until("the backend hears") {
                backend.accepted(of: "report.updated").count == 2 && backend.accepted(of: "report.created").count == 5
            }
            let told = backend.accepted(of: "report.created").map(\.data)
            #expect(told.contains { $0.contains(ofMessage) && $0.contains("you fool") })
        }
    }

    @Test func `V-01, V-03: what cannot be reported, and how often`() throws {
        try withChat(["moderation.reportsPerHour": "3", "moderation.openReports": "4"]) { gateway in
            let (alice, bob, eve) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("eve")
            )
            try gateway.createAccounts("b", "c", "d", "e")
            let message = try alice.write("hi", to: "bob").msgID
            for (subject, number) in [
                (#""msgId": "\#(message)""#, "gw 1010"), (#""msgId": "7""#, "gw 1010"),
                (#""userID": "nobody""#, "tim 40003"),
                (#""groupID": "77""#, "em 605"), (#""roomID": "r""#, "gw 1023"),
                (#""userID": "alice", "groupID": "77""#, "gw 1001"), (#""text": "x""#, "gw 1001"),
            ] {
                let data = #"{\#(subject), "reason": "spam"}"#
                #expect(try eve.refusal("report.create", data).number == number, "\(subject)")
            }
            #expect(try eve.refusal("report.create", #"{"userID": "bob", "reason": "words"}"#).number == "gw 1001")
            let long = #"{"userID": "bob", "reason": "spam", "text": "\#(times(501, "x"))"}"#
            #expect(try eve.refusal("report.create", long).number == "gw 1001")

            for user in ["b", "c", "d"] { _ = try report(bob, #""userID": "\#(user)""#) }
            #expect(try bob.refusal("report.create", #"{"userID": "e", "reason": "spam"}"#).number == "gw 1003")
            _ = try report(bob, #""userID": "b""#)
            let fourth = try report(alice, #""userID": "b""#)
            #expect(try eve.refusal("report.create", #"{"userID": "b", "reason": "spam"}"#).number == "gw 1013")
            let closing = #"{"reportID": "\#(fourth)", "state": "dismissed"}"#
            _ = try gateway.admin().request("admin.report.resolve", closing).get()
            _ = try report(eve, #""userID": "b""#)
        }
    }

    @Test func `V-01, V-09: a room is reported, and its users' words are reviewed`() throws {
        let words = ["moderation.refusedWords": #"["spam"]"#, "moderation.maskedWords": #"["fool"]"#]
        try withChat(words) { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try admin.manageRoom("create", "r", #""title": "Show""#)
            try alice.enter("r")
            _ = try report(alice, #""roomID": "r""#)
            let found = try reports(admin)
            #expect(found.first?["roomID"]?.string == "r" && found.first?["copy"]?["title"]?.string == "Show")
            #expect(try alice.refusal("room.send", speech("s-p-a-m", in: "r")).number == "gw 1026")
            try alice.say("a fool", in: "r")
            #expect(try alice.heard(1).map(\.text) == ["a ****"])
            try admin.manageRoom("send", "r", #""clientMsgId": "1", "type": 0, "body": {"text": "spam"}"#)
            #expect(try alice.heard(1).map(\.text) == ["spam"])
        }
    }

    @Test func `V-06, V-07: reports end with their time, and what an erased user has written goes`() throws {
        try withChat(["moderation.reportDays": "2"].merging(movableClock) { $1 }) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let message = try alice.write("secret words", to: "bob").msgID
            _ = try report(bob, #""msgId": "\#(message)""#, #", "text": "look here""#)
            _ = try report(alice, #""userID": "bob""#, #", "text": "my own words""#)
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            let left = try reports(gateway.admin())
            #expect(left.map { $0["text"]?.string } == ["", "look here"] && left[1]["copy"]?.count == 0)
            try gateway.restart(after: 2 * day + 60)
            try until("they are gone") { try reports(gateway.admin()).isEmpty }
        }
    }
}

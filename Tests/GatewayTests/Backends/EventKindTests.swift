import Bytes
import Client
import Framing
import Glibc
import JSON
import Security
import TestSupport
import Testing

/// The kinds of events that take more than a request of one user.
struct EventKindTests {
    /// The data of the events of these types as they were accepted, once the last of them came.
    private func data(_ types: String..., of backend: EventReceiver) throws -> [String] {
        try until("\(types); there is \(backend.accepted.map(\.type))") {
            let heard = backend.accepted
            return types.allSatisfy { type in heard.contains { $0.type == type } }
        }
        return backend.accepted.filter { types.contains($0.type) }.map { "\($0.type) \($0.data)" }
    }

    @Test func `E-04: what has become of a push is told`() throws {
        let (workspace, backend) = (try Workspace(), try EventReceiver())
        let endpoint = ["events.endpoints": "[\(try backend.setting(in: workspace))]"]
        try withPushes(endpoint) { gateway, pushes in
            try pushes.away("bob")
            let message = try gateway.online("alice").write("hi", to: "bob").msgID
            #expect(
                try data("push.answered", of: backend) == [
                    #"push.answered {"userID":"bob","msgId":"\#(message)","provider":"webhook","#
                        + #""state":"accepted","status":200,"attempts":1}"#
                ])
        }
    }

    @Test func `E-04: a push that no provider has taken in time is told`() throws {
        let (server, workspace, backend) = (try ProviderServer(), try Workspace(), try EventReceiver())
        try server.answer("/hook", with: #"{"status": 503}"#)
        let settings = [
            "events.endpoints": "[\(try backend.setting(in: workspace))]", "push.expirySeconds": "1",
        ]
        try withPushes(settings, server: server) { gateway, pushes in
            try pushes.away("bob")
            let message = try gateway.online("alice").write("hi", to: "bob").msgID
            let told = try data("push.answered", of: backend)
            #expect(told.count == 1 && told[0].contains(#""msgId":"\#(message)""#))
            #expect(told[0].contains(#""state":"expired""#))
        }
    }

    @Test func `E-04: the system sender's messages are told whole, and it is no account`() throws {
        try withBackend(["accounts.systemSender": #""system""#]) { gateway, backend in
            try gateway.createAccounts("bob")
            let message = #"{"userIDs": ["bob"], "clientMsgId": "1", "type": 0, "body": {"text": "welcome"}}"#
            _ = try gateway.admin().request("admin.message.send", message).get()
            let told = try data("message.created", of: backend)
            #expect(told.count == 1 && told[0].contains(#""from":"system""#))
            #expect(told[0].contains(#""body":{"text":"welcome"}"#) && !told[0].contains("isErased"))
            #expect(backend.accepted(of: "account.created").map(\.data).allSatisfy { $0.contains(#""bob""#) })
        }
    }

    @Test func `E-04: an account that is disabled and enabled`() throws {
        try withBackend { gateway, backend in
            try gateway.createAccounts("alice")
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["alice"]}"#).get()
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["alice"]}"#).get()
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["alice"], "disabled": false}"#).get()
            #expect(
                try data("account.disabled", "account.enabled", of: backend) == [
                    #"account.disabled {"userID":"alice"}"#, #"account.enabled {"userID":"alice"}"#,
                ])
        }
    }

    @Test func `E-04: friends who are deleted, requests to become friends, and visibility`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            let (bob, carol) = (try gateway.wary("bob"), try gateway.wary("carol"))
            #expect(try alice.add("bob") == 30539 && alice.add("carol") == 30539)
            #expect(try bob.respond(to: "alice", 1) == 0)
            #expect(try carol.respond(to: "alice", 2) == 0)
            #expect(try alice.deleteFriends(["bob"], type: 2) == [0])
            try alice.setVisibility(3)
            let types = [
                "friend.requested", "friend.request.removed", "friend.added", "friend.deleted", "visibility.updated",
            ]
            _ = try data("visibility.updated", of: backend)
            let heard = backend.accepted.filter { types.contains($0.type) }
            func lines(of user: String) -> [String] {
                heard.filter { $0.subject.contains(#""\#(user)""#) }.map { "\($0.type) \($0.data)" }
            }
            let (toBob, toCarol) = (
                #"{"userID":"alice","otherUserID":"bob"}"#, #"{"userID":"alice","otherUserID":"carol"}"#
            )
            #expect(
                lines(of: "alice") == [
                    "friend.requested \(toBob)", "friend.requested \(toCarol)", "friend.added \(toBob)",
                    "friend.request.removed \(toBob)", "friend.request.removed \(toCarol)", "friend.deleted \(toBob)",
                    #"visibility.updated {"userID":"alice","visibility":3}"#,
                ])
        }
    }

    @Test func `E-04: members who change, and receipts in a group`() throws {
        try withBackend(["groups.receipts": "true"]) { gateway, backend in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let group = try alice.createGroup("g", with: ["bob"])
            try alice.group("mute", group, some("bob") + #", "duration": -1"#)
            try alice.group("unmute", group, some("bob"))
            try alice.group("addAdmin", group, some("bob"))
            let sent = try alice.write(in: group, #""teamReceipt": true"#).msgID
            _ = try bob.request("groupReceipt.send", #"{"groupID": "\#(group)", "msgIds": ["\#(sent)"]}"#).get()
            let receipts = try data("receipt.created", of: backend)
            #expect(receipts == [#"receipt.created {"groupID":"\#(group)","userID":"bob","msgId":"\#(sent)"}"#])
            let updated = backend.accepted(of: "group.member.updated")
            #expect(updated.count == 3 && updated.allSatisfy { $0.subject == #"{"groupID":"\#(group)"}"# })
            let last = try JSONDocument().parse(try #require(updated.last).data)
            #expect(last["userID"]?.string == "bob" && last["role"] != nil && last["muteUntil"]?.int == 0)
            #expect(last["isWhiteListed"]?.bool == false)
        }
    }

    @Test func `E-05: while the secret is changed, both sign`() throws {
        let (workspace, backend) = (try Workspace(), try EventReceiver())
        let setting = try backend.setting(in: workspace)
        try withChat(["events.endpoints": "[\(setting)]"], workspace: workspace) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            _ = try alice.write("one", to: "bob")
            _ = try backend.wait(for: 1) { $0.data.contains("one") }
            #expect(backend.signatures == 1)
            let other = Random.bytes(32)
            let lines = [backend.secret, other].map { "whsec_\(Base64.standard.encode($0))\n" }
            try workspace.write("shop.secret", lines.joined())
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys reloaded")
            try until("two signatures") {
                try alice.write("more", to: "bob")
                return backend.signatures == 2
            }
            // Now the new one alone, which the receiver does not know.
            try workspace.write("shop.secret", lines[1])
            #expect(backend.problems.isEmpty)
            gateway.signal(SIGHUP)
            try until("the former one signs no more") {
                try alice.write("last", to: "bob")
                return backend.signatures == 1 && backend.problems.contains { $0.contains("a bad signature") }
            }
        }
        backend.stop()
    }

    @Test(arguments: [#"["message.created"]"#, #"["message.created", "account.created"]"#])
    func `E-19: a message that waits is not lost because other events are too many`(types: String) throws {
        let (workspace, backend) = (try Workspace(), try EventReceiver())
        let settings = [
            "events.endpoints": "[\(try backend.setting(types: types, in: workspace))]",
            "events.types": #"["account.created"]"#, "events.rows": "1000",
        ]
        let hearsOfAccounts = types.contains("account")
        try withChat(settings, workspace: workspace) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            backend.answer(.status(503))
            let message = "evt_\(try alice.write("kept", to: "bob").msgID)"
            for part in 0..<20 { try gateway.createAccounts((0..<100).map { "user-\(part)-\($0)" }) }
            try until("the oldest have gone", within: .seconds(30)) { try gateway.rows(of: "event") <= 1_000 }
            if hearsOfAccounts {
                try until("/readyz warns") {
                    try gateway.http().request(.get, "/readyz").text.contains("were dropped")
                }
            } else {
                // The worker looks each second.
                pause(.seconds(2))
            }
            backend.answer(.ok)
            _ = try backend.wait(for: 1, within: .seconds(60)) { $0.id == message }
            #expect(backend.accepted.contains { $0.type == "events.dropped" } == hearsOfAccounts)
            let admin = try gateway.admin()
            let position = #""types": ["message.created"], "after": "\#(message)""#
            #expect(try admin.request("admin.events.read", "{\(position)}").error == nil)
            let replay = try admin.request("admin.events.replay", #"{"endpoint": "shop", "from": "\#(message)"}"#)
            let refusal: String? = hearsOfAccounts ? "gw 1005" : nil
            #expect(replay.error?.number == refusal)
            if !hearsOfAccounts { _ = try backend.wait(for: 2) { $0.id == message } }
        }
        backend.stop()
    }

    @Test func `E-19: of too many events the oldest go, and the endpoint is told so`() throws {
        try withBackend(["events.rows": "1000"]) { gateway, backend in
            backend.answer(.status(503))
            let first = try gateway.admin().request("admin.events.read", "{}").get()["next"]?.string ?? ""
            for part in 0..<20 { try gateway.createAccounts((0..<100).map { "user-\(part)-\($0)" }) }
            try until("the oldest have gone", within: .seconds(30)) { try gateway.rows(of: "event") <= 1_000 }
            try until("/readyz warns") {
                try gateway.http().request(.get, "/readyz").text.contains("were dropped")
            }
            #expect(try gateway.http().request(.get, "/readyz").status == 200)
            backend.answer(.ok)
            _ = try backend.wait(for: 1, within: .seconds(60)) { $0.data.contains("user-19-99") }
            let heard = backend.accepted
            let dropped = try #require(heard.first)
            #expect(dropped.type == "events.dropped")
            let data = try JSONDocument().parse(dropped.data)
            #expect(data["count"]?.int ?? 0 > 0)
            // Each of them once.
            let losses = heard.filter { $0.type == "events.dropped" }.map(\.data)
            #expect(losses.count == Set(losses).count, "\(losses)")
            let to = try #require(data["to"]?.string)
            #expect(heard.dropFirst().allSatisfy { $0.id > to || $0.type == "events.dropped" })
            #expect(Set(heard.filter { $0.type == "account.created" }.map(\.id)).count <= 1_000)
            let admin = try gateway.admin()
            let old = try admin.request("admin.events.read", #"{"after": "\#(first)"}"#)
            #expect(old.error?.number == "gw 1005")
            let replay = try admin.request("admin.events.replay", #"{"endpoint": "shop", "from": "\#(first)"}"#)
            #expect(replay.error?.number == "gw 1005")
            #expect(try EventStreamClient(gateway, after: first).status == 410)
            #expect(try admin.request("admin.events.read", #"{"limit": 1}"#).error == nil)
            try until("the warning is over") {
                try !gateway.http().request(.get, "/readyz").text.contains("events")
            }
        }
    }

    @Test func `L-30: the life of a live room is told, and that it passes thresholds`() throws {
        // In whichever order they are named.
        try withBackend(["rooms.occupancyThresholds": "[3, 2, 3]"]) { gateway, backend in
            let admin = try gateway.admin()
            try admin.manageRoom("create", "r", #""title": "Show""#)
            try admin.manageRoom("modify", "r", #""title": "Late show""#)
            let (bob, eve) = (try gateway.online("bob"), try gateway.online("eve"))
            for session in [bob, eve] { try session.enter("r") }
            #expect(
                try data("room.created", "room.updated", "room.occupancy", of: backend) == [
                    #"room.created {"roomID":"r","title":"Show"}"#, #"room.updated {"roomID":"r","title":"Late show"}"#,
                    #"room.occupancy {"roomID":"r","title":"Late show","participants":2,"threshold":2}"#,
                ])
            try admin.manageRoom("end", "r")
            for session in [bob, eve] { _ = try session.event("room.ended") }
            #expect(try data("room.ended", of: backend) == [#"room.ended {"roomID":"r","title":"Late show"}"#])
        }
    }
}

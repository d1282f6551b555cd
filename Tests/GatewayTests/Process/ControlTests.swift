import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Testing

/// `martlet ctl`, as an operator types it.
@Suite(.alone("A process's life, files, log and command lines.")) struct ControlTests {
    /// The program's end and what it prints, asking this gateway.
    private func control(
        _ gateway: GatewayProcess, _ arguments: String...
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        let url = "http://\(try #require(gateway.adminEndpoint).authority)"
        let flags = ["--url", url, "--key-file", gateway.workspace("admin.json")]
        return try Martlet.run(["ctl"] + arguments + flags, in: try Workspace())
    }

    private func json(_ run: (end: ChildProcess.End, output: String, errors: String)) throws -> JSONValue {
        #expect(run.end == .exited(0), "\(run.errors)")
        return try JSONDocument().parse(run.output)
    }

    // MARK: - Users

    @Test func `an operator lists a user's sessions and ends one`() throws {
        try withGateway { gateway in
            let phone = try gateway.session("anna", device: "phone", platform: "ios")
            let laptop = try gateway.session("anna", device: "laptop", platform: "pc")
            let listed = try control(gateway, "sessions", "anna")
            #expect(listed.output.hasPrefix("SESSION"))
            #expect(listed.output.contains(/phone +ios +127\.0\.0\.1 +20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ +-\n/))
            #expect(listed.output.contains(#/laptop +pc /#))

            let kicked = try json(control(gateway, "kick", "anna", "--device", "phone", "--reason", "lost", "--json"))
            #expect(kicked["kicked"]?.int64 == 1)
            #expect(try phone.event("session.kicked")["text"]?.string == "lost")
            #expect(try laptop.devices() == ["laptop"])
            #expect(try control(gateway, "kick", "anna").output == "1 sessions have ended.\n")
        }
    }

    @Test func `an operator sees a user's account and state`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna", device: "phone", platform: "ios")
            let shown = try control(gateway, "user", "anna").output
            #expect(shown.contains(/user +anna\n/) && shown.contains(/online +yes\n/) && shown.contains(/unread +0\n/))
            #expect(shown.contains(#/\nSessions:\nSESSION .*\n.* phone +ios /#))
            #expect(shown.hasSuffix("\nDevices for pushes:\nnone\n"))
            let both = try json(control(gateway, "user", "anna", "--json"))
            #expect(both["account"]?["userID"]?.string == "anna" && both["state"]?["sessions"]?.count == 1)

            let nobody = try control(gateway, "user", "nobody")
            #expect(nobody.end == .exited(2) && nobody.errors == "martlet ctl user: there is no account nobody\n")
            withExtendedLifetime(anna) {}
        }
    }

    @Test func `accounts and groups are listed a page at a time`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let users = (0..<5).map { #"{"userID": "user\#($0)"}"# }.joined(separator: ",")
            _ = try api.request("admin.account.create", "{\"accounts\": [\(users)]}").get()
            let first = try control(gateway, "users", "--limit", "3").output
            #expect(first.contains("user2") && !first.contains("user3"))
            let more = try #require(first.firstMatch(of: /There are more: --after (\d+)\n/))
            let second = try control(gateway, "users", "--after", String(more.1)).output
            #expect(!second.contains("user2") && second.contains("user3") && !second.contains("more"))

            let group = #"{"owner": "user0", "name": "birds", "invitees": ["user1"], "isInviteNeedConfirm": false}"#
            let id = try #require(try api.request("admin.group.create", group).get()["groupID"]?.string)
            #expect(try control(gateway, "groups").output.contains("birds"))
            let shown = try control(gateway, "group", id, "--members").output
            #expect(shown.contains(/name +birds\n/) && shown.contains(/\nMembers:\nUSER .*\n/))
            #expect(try json(control(gateway, "group", id, "--members", "--json"))["members"]?.count == 2)
        }
    }

    @Test func `an operator lists the sessions of all, a page at a time`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna", device: "phone", platform: "ios")
            let others = try (0..<4).map { try gateway.session("user\($0)", device: "laptop", platform: "pc") }
            let phones = try control(gateway, "sessions", "--platform", "ios").output
            #expect(phones.contains(/anna +[0-9a-f]{16} +phone +ios +127\.0\.0\.1 +20\d\d-\S+Z +-\n/), "\(phones)")
            #expect(!phones.contains("laptop") && !phones.contains("more"))
            let first = try json(control(gateway, "sessions", "--limit", "3", "--json"))
            let cursor = try #require(first["cursor"]?.string)
            let second = try json(control(gateway, "sessions", "--after", cursor, "--json"))
            #expect(first["sessions"]?.count == 3 && second["sessions"]?.count == 2)
            #expect(try control(gateway, "sessions", "anna", "--platform", "ios").end == .exited(64))
            #expect(try control(gateway, "sessions", "anna", "bert").end == .exited(64))
            withExtendedLifetime((anna, others)) {}
        }
    }

    // MARK: - The process

    @Test func `an operator changes the log, reads keys again, copies the store and drains`() throws {
        let workspace = try Workspace()
        try withGateway(["admin.backupDirectory": #"".""#], workspace: workspace) { gateway in
            let level = try control(gateway, "log-level", "warning", "--seconds", "600").output
            #expect(level.contains(/level +warning\nconfigured +debug\nuntil +20\S+Z\n/), "\(level)")
            #expect(try control(gateway, "log-level").output.hasPrefix("level       warning\n"))
            #expect(try control(gateway, "log-level", "debug").output.contains(/until +-\n/))
            #expect(try control(gateway, "log-level", "--seconds", "5").end == .exited(64))

            #expect(try control(gateway, "reload").output.contains(/\nkeys +fine\n/))
            let admin = try workspace.read("admin.json")
            try workspace.write("kept.json", admin)
            try workspace.write("admin.json", "{")
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            let flags = ["--url", url, "--key-file", workspace("kept.json")]
            let broken = try Martlet.run(["ctl", "reload"] + flags, in: try Workspace())
            #expect(broken.end == .exited(1) && broken.output.contains("admin.json"), "\(broken.output)")
            try workspace.write("admin.json", admin)

            let copied = try control(gateway, "backup", "one.sqlite")
            #expect(copied.output.contains(/one\.sqlite, \d+ bytes\.\n/), "\(copied.errors)")
            #expect(try control(gateway, "backup", "one.sqlite").end == .exited(2))

            let anna = try gateway.session("anna")
            let drained = try control(gateway, "drain", "--wait")
            #expect(drained.output.hasSuffix("It has ended.\n"), "\(drained.errors)")
            #expect(try gateway.wait() == .exited(0))
            withExtendedLifetime(anna) {}
        }
    }

    @Test func `an operator sees events as they happen, and goes on where the stream was ended`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna")
            let workspace = try Workspace()
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            let flags = ["--url", url, "--key-file", gateway.workspace("admin.json")]
            let tail = try Martlet.start(
                ["ctl", "tail", "--types", "message.*", "--about", "bert", "--count", "2", "--json"] + flags,
                in: workspace)
            defer { tail.kill() }
            try until("the stream is open") { try gateway.metric("martlet_event_streams_open") == 1 }
            func send(_ number: Int, to user: String) throws {
                let rest = #""type": 0, "body": {"text": "\#(number)"}"#
                _ = try anna.request(
                    "message.send", #"{"conversationID": "c2c_\#(user)", "clientMsgId": "\#(number)", \#(rest)}"#
                ).get()
            }
            _ = try gateway.session("bert")
            _ = try gateway.session("cora")
            try send(1, to: "cora")
            try send(2, to: "bert")
            try until("the first event") { try workspace.read("output").contains("\n") }
            gateway.signal(SIGHUP)
            try send(3, to: "bert")
            #expect(try tail.wait() == .exited(0))
            let lines = try workspace.read("output").split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""bert""#) && $0.contains("message.created") })
            let refused = try control(gateway, "tail", "--types", "no.such")
            #expect(refused.end == .exited(2), "\(refused.errors)")
        }
    }

    // MARK: - Messages and events

    @Test func `an operator reads a conversation, without what could move the terminal's cursor`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna")
            let bert = try gateway.session("bert")
            let text = #"{"text": "hello \u001b[2J\u202eworld"}"#
            let sent = try anna.request(
                "message.send", #"{"conversationID": "c2c_bert", "clientMsgId": "1", "type": 0, "body": \#(text)}"#
            ).get()
            let id = try #require(sent["msgId"]?.string)
            let read = try control(gateway, "conversation", "c2c_bert", "--user", "anna").output
            #expect(read.contains(/1 +20\S+Z +anna +0 +\d+ +hello ·\[2J·world\n/), "\(read)")
            let raw = try json(control(gateway, "conversation", "c2c_bert", "--user", "anna", "--json"))
            #expect(raw["messages"]?.elements.map { Array($0) }?.first?["msgId"]?.string == id)
            #expect(try control(gateway, "explain", "bert", id).output.contains(/pushed +no\nreason +/))

            let events = try control(gateway, "events", "--types", "message.*").output
            #expect(
                events.contains(/evt_\d+ +20\S+Z +message\.created +\{"userIDs":\["anna","bert"\]\}\n/), "\(events)")
            let replay = try control(gateway, "events", "replay", "shop", "--from", "evt_1")
            #expect(replay.end == .exited(2) && replay.errors.contains("the gateway refuses: "))
            let parked = try control(gateway, "events", "parked", "shop").output
            #expect(parked == "EVENT  STATE  SINCE  ATTEMPTS  STATUS  ANSWER\n")
            withExtendedLifetime(bert) {}
        }
    }

    @Test func `a body of an older gateway, with line ends in it, is in one line of what a program reads`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna")
            _ = try gateway.session("bert")
            let data = #"{"conversationID": "c2c_bert", "clientMsgId": "1", "type": 0, "body": {"text":"x"}}"#
            let sent = try anna.request("message.send", data).get()
            let before = try #require(sent["msgId"]?.string.flatMap { Int($0) }) - 1
            try gateway.stop()
            try ClosedStore(gateway.workspace).run(
                "UPDATE message SET body = '{' || char(10) || '\"text\" :' || char(13, 10) || '\"a b\"}'")
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let body = #""body":{"text":"a b"}"#
            let export = try Martlet.run(
                ["export", "--config", gateway.workspace("martlet.json5")],
                environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], in: Workspace())
            #expect(export.end == .exited(0) && export.output.contains(body), "\(export.errors)")
            for arguments in [
                ["conversation", "c2c_bert", "--user", "anna"], ["events", "--types", "message.*"],
                ["tail", "--types", "message.*", "--after", "evt_\(before)", "--count", "1"],
            ] {
                let url = "http://\(try #require(gateway.adminEndpoint).authority)"
                let flags = ["--json", "--url", url, "--key-file", gateway.workspace("admin.json")]
                let run = try Martlet.run(["ctl"] + arguments + flags, in: Workspace())
                #expect(run.output.contains(body) && run.output.utf8.count { $0 == 10 } == 1, "\(run)")
            }
        }
    }

    @Test func `any operation can be called, also in a user's name`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna", device: "phone")
            let listed = try json(control(gateway, "call", "session.list", "{}", "--as", "anna"))
            #expect(listed["sessions"]?.count == 1)
            let data = #"{"userIDs":["anna"]}"#
            #expect(try json(control(gateway, "call", "admin.account.disable", data))["results"]?.count == 1)
            #expect(try anna.closeCode() == .accountEnded)
            #expect(try control(gateway, "call", "no.such").end == .exited(2))
        }
    }

    // MARK: - Numbers

    @Test func `stats show rates and latencies of the last second`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna")
            let table = try control(gateway, "stats").output
            #expect(table.contains(/sessions +1\n/) && table.contains(/messages out +0\/s\n/))
            let stats = try json(control(gateway, "stats", "--json"))
            #expect(stats["sessions"]?.int64 == 1 && stats["request50Milliseconds"]?.isNull == true)
            #expect(stats["residentBytes"]?.double ?? 0 > 1_000_000)
            #expect(try control(gateway, "stats", "--count", "2", "--json").output.split(separator: "\n").count == 2)
            withExtendedLifetime(anna) {}
        }
    }

    // MARK: - The way to the gateway

    @Test func `the gateway and the key are found in its configuration, also at a Unix socket`() throws {
        let workspace = try Workspace()
        try withGateway(["admin.listen": #""./admin.sock""#], workspace: workspace) { gateway in
            let file = gateway.workspace("martlet.json5")
            let run = try Martlet.run(["ctl", "ping", "--config", file], in: try Workspace())
            #expect(run.output.contains(/key +tests\n/), "\(run.errors)")
            let named = try Martlet.run(["ctl", "ping"], environment: ["MARTLET_CONFIG": file], in: try Workspace())
            #expect(named.end == .exited(0))
            let flags = ["--url", workspace("admin.sock"), "--key-file", workspace("admin.json"), "--key", "tests"]
            #expect(try Martlet.run(["ctl", "ping"] + flags, in: try Workspace()).end == .exited(0))
        }
    }

    @Test func `the exit code says why nothing was done`() throws {
        try withGateway { gateway in
            let keys = gateway.workspace("admin.json")
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            let wrong = try gateway.workspace.write("wrong.json", Keys().adminFile)
            let dead = gateway.workspace("nowhere.sock")
            let tries: [([String], Int32)] = [
                (["--url", url, "--key-file", wrong], 77), (["--url", dead, "--key-file", keys], 69),
                (["--url", url, "--key-file", keys, "--key", "no"], 78), (["--url", "birds", "--key-file", keys], 64),
                (["--url", url, "--key-file", gateway.workspace("none")], 78),
                // No configuration and no flag says where the gateway or its keys are.
                ([], 78),
            ]
            for (flags, code) in tries {
                let run = try Martlet.run(["ctl", "ping"] + flags, in: try Workspace())
                #expect(run.end == .exited(code), "\(flags): \(run.errors)")
                #expect(run.output.isEmpty && !run.errors.contains(gateway.keys.adminKey))
            }
            let off = try Martlet.run(
                ["ctl", "ping", "--config", gateway.workspace("martlet.json5")],
                environment: ["MARTLET_ADMIN_LISTEN": "false"], in: try Workspace())
            #expect(off.end == .exited(78) && off.errors.contains("admin.listen"))
        }
    }
}

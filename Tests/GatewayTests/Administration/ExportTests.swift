import Client
import JSON
import Testing

/// `martlet export`, of a real gateway's store.
struct ExportTests {
    private func run(
        _ gateway: GatewayProcess, _ more: [String]
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try Martlet.run(
            ["export", "--config", gateway.workspace("martlet.json5")] + more,
            environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], in: Workspace())
    }

    private func export(_ gateway: GatewayProcess, _ more: String...) throws -> [JSONValue] {
        let run = try run(gateway, more)
        #expect(run.end == .exited(0), "\(run.errors)")
        return try run.output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }
    }

    private func texts(_ lines: [JSONValue]) -> [String] {
        lines.filter { $0["type"]?.string == "message" }.compactMap { $0["body"]?["text"]?.string }
    }

    /// What an import writes, without what another gateway has otherwise: ids of groups, times, messages, header and end.
    private func portable(_ lines: [JSONValue]) throws -> Set<String> {
        Set(
            try lines.dropFirst().dropLast().filter { $0["type"]?.string != "message" }.map { line in
                let names = line.keys.subtracting(["id", "group", "createdAt"]).sorted()
                return try names.map { "\($0)=\(text(try #require(line.member($0))))" }.joined(separator: " ")
            })
    }

    private func take(_ file: String, _ gateway: GatewayProcess) throws -> ImportRun {
        try Martlet.run(gateway.importing(file) + ["--journal", gateway.workspace("journal")], in: Workspace())
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.raw, as: UTF8.self) }

    private func populate(_ gateway: GatewayProcess) throws -> (alice: ClientSession, group: String) {
        let (alice, bob, carol) = (
            try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
        )
        try alice.modifySelf(#""nickname": "Alice", "gender": 2, "selfSignature": "hello", "birthday": 19900401"#)
        #expect(try alice.add("bob") == 0)
        try alice.modifyFriend("bob", #""remark": "Bobby""#)
        try gateway.createAccounts("dora")
        #expect(try bob.block("dora") == [0])
        let group = try alice.createGroup("Hikers", with: ["bob", "carol"], style: 2)
        try alice.group("addAdmin", group, #""userID": "bob""#)
        try alice.group("ban", group, some("dora") + #", "seconds": -1"#)
        try alice.group("setAnnouncement", group, #""announcement": "Sunday at ten""#)
        try bob.group("setAttributes", group, #""attributes": {"nickname": "Guide"}"#)
        let keys = (1...12).map { #"{"key": "k\#($0)", "value": "\#($0)"}"# }
        for some in [keys[..<10], keys[10...]] {
            try alice.group("setValues", group, #""values": [\#(some.joined(separator: ", "))]"#)
        }
        try alice.group("setValues", group, #""counters": [{"name": "likes", "sum": 7}, {"name": "gifts"}]"#)
        try alice.write("to all", in: group)
        try alice.write("one", to: "bob")
        try bob.edit(try bob.write("two", to: "alice"), "three")
        try alice.recall(try alice.write("slip", to: "bob"))
        try carol.write("private", to: "bob")
        let tags = [("c2c_bob", #""tags": ["home"], "ext": "x""#), ("group_\(group)", #""tags": ["a", "b"]"#)]
        for (conversation, more) in tags {
            _ = try alice.request("conversation.setTags", #"{"conversationID": "\#(conversation)", \#(more)}"#).get()
        }
        return (alice, group)
    }

    @Test func `D-06: an export has everything, an import takes it back, and both gateways then have the same`() throws
    {
        try withChat { gateway in
            let (_, group) = try populate(gateway)
            let lines = try export(gateway)
            #expect(texts(lines) == ["to all", "one", "three", "private"])
            let first = try #require(lines.first { $0["type"]?.string == "message" })
            #expect(first["from"]?.string == "alice" && first["group"]?.string == group && first["to"] == nil)
            let file = try gateway.workspace.write("all.jsonl", lines.map(text).joined(separator: "\n"))
            try withChat { other in
                let run = try take(file, other)
                #expect(run.output == "" && run.errors.contains("Not taken: 0."), "\(run.output) \(run.errors)")
                #expect(try portable(export(other)) == portable(lines))
            }
        }
    }

    @Test func `M-56: what a forwarded message holds goes along, and its title is kept`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            let said = [try alice.write("one", to: "bob"), try bob.write("two", to: "alice")]
            let wish = #"{"conversationID": "c2c_carol", "clientMsgId": "m", "title": "chat", "msgIds": "#
            let reply = try bob.request("message.forward", wish + "\(list(said.map(\.msgID)))}").get()
            let own = try bob.request("message.merged", #"{"msgId": "\#(Sent(reply).msgID)"}"#).get()
            let file = try gateway.workspace.write("all.jsonl", export(gateway).map(text).joined(separator: "\n"))
            try withChat { other in
                let run = try take(file, other)
                #expect(run.output == "" && run.errors.contains("Not taken: 0."), "\(run.output) \(run.errors)")
                let carol = try other.online("carol")
                let message = try #require(try carol.history(with: "bob").first)
                #expect(try message.body == bob.history(with: "carol").first?.body)
                let taken = try carol.request("message.merged", #"{"msgId": "\#(message.msgID)"}"#).get()
                #expect(taken["messages"]?.text == own["messages"]?.text)
            }
        }
    }

    @Test func `M-54: a message to some members alone is exported for them, and an import shows it to nobody`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let group = try alice.createGroup(with: ["bob", "carol"])
            try alice.write("to all", in: group)
            try alice.write("secret", in: group, #""visibleTo": ["bob"]"#)
            let lines = try export(gateway)
            #expect(lines.compactMap { $0["visibleTo"]?.text } == [#"["bob"]"#])
            for (user, seen) in [("alice", 2), ("bob", 2), ("carol", 1)] {
                #expect(try texts(export(gateway, "--user", user)).count == seen, "\(user)")
            }
            let file = try gateway.workspace.write("all.jsonl", lines.map(text).joined(separator: "\n"))
            try withChat { other in
                #expect(try take(file, other).end == .exited(0))
                for user in ["alice", "bob", "carol"] {
                    let session = try other.online(user)
                    let taken = try #require(try session.conversations().first).id.dropFirst("group_".count)
                    #expect(try session.history(in: String(taken)).compactMap(\.text) == ["to all"], "\(user)")
                }
            }
        }
    }

    @Test func `a user who writes to itself, or a line in a body, breaks no export and no import`() throws {
        try withChat { gateway in
            let mallory = try gateway.online("mallory")
            try gateway.createAccounts("victim")
            let forged = #"{"type":"account","userID":"victim","disabled":true}"#
            let body = "{\n\"a\":\n\(forged)\n,\r\n\"text\": \"to \\n me\"}"
            for user in ["mallory", "victim"] {
                let place = #""conversationID": "c2c_\#(user)", "clientMsgId": "\#(user)""#
                _ = try mallory.request("message.send", #"{\#(place), "type": 0, "body": \#(body)}"#).get()
            }
            let run = try run(gateway, [])
            #expect(run.end == .exited(0), "\(run.errors)")
            let lines = run.output.split(separator: "\n")
            #expect(!lines.contains { $0 == forged })
            #expect(try texts(lines.map { try JSONDocument().parse(String($0)) }) == ["to \n me", "to \n me"])
            let own = try export(gateway, "--user", "mallory").filter { $0["type"]?.string == "message" }
            #expect(own.map { $0["to"]?.string } == ["mallory", "victim"])
            let file = try gateway.workspace.write("all.jsonl", run.output)
            try withChat { other in
                let taken = try take(file, other)
                #expect(taken.end == .exited(0) && taken.output == "", "\(taken.output) \(taken.errors)")
                let note = try other.online("mallory").history(with: "mallory").map(\.text)
                #expect(note == ["to \n me"])
                #expect(try other.online("victim").history(with: "mallory").map(\.text) == ["to \n me"])
            }
        }
    }

    @Test func `I-07: of a damaged export an import takes nothing, and says how many lines it leaves out`() throws {
        try withChat { gateway in
            _ = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let lines = try run(gateway, []).output.split(separator: "\n")
            #expect(lines.count == 4)
            let file = try gateway.workspace.write("some.jsonl", (lines[..<1] + lines[2...]).joined(separator: "\n"))
            try withChat { other in
                let run = try take(file, other)
                #expect(run.end == .exited(65) && run.output == "")
                #expect(
                    run.errors.contains(
                        "its end counts 2 lines, and there are 1. Nothing is taken, its 1 lines are left out"),
                    "\(run.errors)")
                let accounts = try other.admin().request("admin.account.list", "{}").get()["accounts"]
                #expect(accounts?.count == 0)
            }
        }
    }

    @Test func `an export that cannot be written whole fails`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let export = try ChildProcess(
                Martlet.path, ["export", "--config", gateway.workspace("martlet.json5")],
                environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], output: "/dev/full",
                errors: gateway.workspace("export.errors"))
            #expect(try export.wait() == .exited(73))
        }
    }

    @Test func `the export of a user has what is the user's, and the messages that the user can read or has sent`()
        throws
    {
        try withChat { gateway in
            let (alice, group) = try populate(gateway)
            let bob = try export(gateway, "--user", "bob")
            #expect(Set(bob.compactMap { $0["userID"]?.string }) == ["bob"])
            #expect(texts(bob) == ["to all", "one", "three", "private"])
            let carol = try export(gateway, "--user", "carol")
            #expect(texts(carol) == ["to all", "private"])
            let members = try #require(carol.first { $0["type"]?.string == "members" })["members"]
            #expect(members?.elements.map { $0.map { $0["userID"]?.string } } == ["carol"])
            try gateway.online("carol", device: "d2").write("from carol", in: group)
            try alice.group("remove", group, #""userIDs": ["carol"]"#)
            try alice.write("later", in: group)
            #expect(try texts(export(gateway, "--user", "carol")) == ["private", "from carol"])
            #expect(bob.allSatisfy { $0["type"]?.string != "conversation" })
            let tags = try export(gateway, "--user", "alice").filter { $0["type"]?.string == "conversation" }
            #expect(tags.map { $0["tags"]?.text } == [#"["a","b"]"#, #"["home"]"#])
            #expect(try export(gateway, "--user", "carol").allSatisfy { $0["type"]?.string != "group" })
        }
    }

    @Test func `the next owner of an id is not given what the former one has written`() throws {
        try withChat { gateway in
            let (former, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try bob.createGroup(with: ["alice"])
            try former.write("old", to: "bob")
            try former.write("old", in: group)
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            try nextSecond()
            try gateway.online("alice").write("new", to: "bob")
            #expect(try texts(export(gateway, "--user", "alice")) == ["new"])
        }
    }

    @Test func `an export while others write is one moment's, and of a stopped gateway it is the same`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for _ in 0..<500 { try alice.write(to: "bob") }
            let workspace = try Workspace()
            let process = try Martlet.start(
                ["export", "--config", gateway.workspace("martlet.json5")],
                environment: ["MARTLET_DATA_DIRECTORY": gateway.workspace("data")], in: workspace)
            while process.ended == nil { try alice.write(to: "bob") }
            let during = try workspace.read("output").split(separator: "\n").map {
                try JSONDocument().parse(String($0))
            }
            let numbers = during.compactMap { $0["seq"]?.int }
            #expect(numbers.count >= 500 && numbers == Array(1...numbers.count))
            try gateway.stop()
            let after = try export(gateway)
            #expect(after.count >= during.count)
            #expect(try export(gateway, "--user", "bob").count == after.count - 1)
            let unknown = try run(gateway, ["--user", "nobody"])
            #expect(unknown.end == .exited(1) && unknown.errors.contains("there is no user nobody"))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
        }
    }
}

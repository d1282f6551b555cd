import Client
import Foundation
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// The index of `message.search` and its file.
struct SearchIndexTests {
    private func file(_ gateway: GatewayProcess) -> String { gateway.workspace("data/search.db") }

    @Test(.alone("It looks into the file of an index, or damages it."))
    func `Q-09: while the index is built, what is behind it may be missing, and the reply says so`() throws {
        // The index follows by 1,000 messages, and a search looks through 5,000.
        try withChat { gateway in
            let (alice, carol) = (try gateway.online("alice"), try gateway.online("carol"))
            try gateway.createAccounts("bob")
            try alice.write("needle", to: "carol")
            try alice.send(6_200, to: "bob")
            try gateway.waitUntilIndexed(6_201)
            #expect(try carol.search("needle").isComplete && carol.found("needle") == ["needle"])
            try gateway.stop()
            try FileManager.default.removeItem(atPath: file(gateway))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let again = try gateway.online("carol")
            // Before the first piece, or a few pieces later.
            let page = try again.search("needle")
            #expect(page.texts == ["needle"] || !page.isComplete && page.hits.isEmpty)
            #expect(page.isFinished)
            try gateway.waitUntilIndexed(6_201)
            let later = try again.search("needle")
            #expect(later.isComplete && later.texts == ["needle"])
        }
    }

    @Test func `Q-10: a search costs five requests, and more if it looks up more`() throws {
        let rate = [
            "requests.perSecondPerSession": "1", "requests.perSecondPerUser": "1", "requests.burstPerUser": "20",
            "requests.burstPerSession": "1000",
        ]
        try withChat(rate, door: .http) { gateway in
            let headers = [HTTPHeader.bearer(gateway.token("alice"))]
            let api = try gateway.api(headers)
            var answers: [String] = []
            for _ in 0..<6 {
                answers.append(try api.request("message.search", #"{"query": "word"}"#).error?.number ?? "ok")
            }
            // The first request also finds the account.
            #expect(answers.prefix(3).allSatisfy { $0 == "ok" } && answers.last == "gw 1003")
        }
    }

    @Test func `Q-10: a search is charged before it waits for its turn`() throws {
        let rate = [
            "requests.perSecondPerSession": "1", "requests.perSecondPerUser": "1", "requests.burstPerUser": "64",
            "requests.burstPerSession": "1000",
        ]
        try withChat(rate, door: .http) { gateway in
            gateway.keepToOneNode()
            let token = gateway.token("alice")
            let body = #"{"query": "word"}"#
            let request =
                "POST /v1/api/message.search HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
            let asking = try (0..<40).map { _ in try gateway.http() }
            let began = wallSeconds()
            // They come at once.
            gateway.process.signal(SIGSTOP)
            for http in asking { try http.send(raw: request) }
            gateway.process.signal(SIGCONT)
            let statuses = try asking.map { try $0.response().status }
            // Each has cost one when it came: six of 64 are paid for, at most twelve, and one more in five seconds.
            let most = 13 + (wallSeconds() - began) / 5
            #expect((1...most).contains(statuses.count { $0 == 200 }), "\(statuses)")
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 429 })
        }
    }

    @Test(arguments: RequestDoor.allCases) func `Q-11: without messages.search there is no index and gw 1014`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            try gateway.online("alice").write("word", to: "alice")
            try gateway.waitUntilIndexed(1)
            #expect(FileManager.default.fileExists(atPath: file(gateway)))
            try gateway.restart(["messages.search": "false"])
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("message.search", #"{"query": "word"}"#).number == "gw 1014")
            for suffix in ["", "-wal", "-shm"] {
                #expect(!FileManager.default.fileExists(atPath: file(gateway) + suffix))
            }
            try gateway.restart(["messages.search": "true"])
            #expect(try gateway.online("alice").found("word") == ["word"])
        }
    }

    @Test(.alone("It looks into the file of an index, or damages it."))
    func `Q-12: an hour after a recall or an edit, no file of the index has what the message said`() throws {
        try withChat(movableClock) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let (one, two) = (try alice.write("zebrafish", to: "bob"), try alice.write("quokkaland", to: "bob"))
            try alice.write("wallaby", to: "bob")
            try gateway.waitUntilIndexed(3)
            try gateway.stop()
            #expect(try has("zebrafish", gateway) && has("quokkaland", gateway))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let again = try gateway.online("alice")
            try again.recall(one)
            try again.edit(two, "numbat")
            #expect(try again.found("numbat") == ["numbat"])
            pause(.seconds(1))
            try gateway.restart(after: 3_600)
            try until("the day is built again") { try gateway.metric("martlet_search_rebuilds_total") >= 1 }
            try gateway.stop()
            #expect(try !has("zebrafish", gateway) && !has("quokkaland", gateway))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let last = try gateway.online("alice")
            #expect(try last.found("numbat") == ["numbat"] && last.found("wallaby") == ["wallaby"])
            #expect(try last.found("zebrafish") == [] && last.found("quokkaland") == [])
        }
    }

    private func has(_ word: String, _ gateway: GatewayProcess) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: file(gateway))).range(of: Data(word.utf8)) != nil
    }

    @Test(
        .alone("It looks into the file of an index, or damages it."),
        arguments: ["gone", "cut off", "overwritten", "no database", "another's"])
    func `Q-13: a file that is lost or damaged is made anew, and searches go on`(manner: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.send(300, to: "bob")
            try gateway.waitUntilIndexed(300)
            try gateway.stop()
            try damage(manner, file(gateway))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let again = try gateway.online("alice")
            #expect(try again.found("word 299") == ["word 299"])
            #expect(try again.found("word", #""limit": 50"#).count == 300)
            try until("all are in the index") { try gateway.metric("martlet_search_indexed_total") >= 300 }
            #expect(try again.found("word", #""limit": 50"#).count == 300)
        }
    }

    @Test(.alone("It looks into the file of an index, or damages it."))
    func `Q-13, M-49: a damaged message keeps no other one out of the index, and no erasure from its end`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let damaged = try alice.write("damaged", to: "bob")
            try alice.write("whole", to: "bob")
            try gateway.waitUntilIndexed(2)
            try alice.edit(damaged, "damaged once more")
            try gateway.stop()
            try ClosedStore(gateway.workspace).run("UPDATE message SET body = '{' WHERE id = \(damaged.msgID)")
            try FileManager.default.removeItem(atPath: file(gateway))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let again = try gateway.online("alice")
            try again.write("another", to: "bob")
            try gateway.waitUntilIndexed(2)
            #expect(try again.found("another") == ["another"] && again.found("whole") == ["whole"])
            #expect(try again.found("damaged") == [])
            try gateway.createAccounts("carol")
            #expect(try gateway.erase("carol") == [0])
            try gateway.waitUntilErased()
        }
    }

    private func damage(_ manner: String, _ path: String) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        switch manner {
        case "gone": try FileManager.default.removeItem(atPath: path)
        case "cut off": try handle.truncate(atOffset: 8_192)
        case "overwritten":
            let size = try handle.seekToEnd()
            try handle.seek(toOffset: 4_096)
            try handle.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4_096))
        case "no database": try handle.write(contentsOf: Data("This is no database.".utf8))
        default:
            let other = try Workspace()
            try withChat(workspace: other) { gateway in
                let alice = try gateway.online("alice")
                try alice.send(3, to: "alice")
                try gateway.waitUntilIndexed(3)
                try gateway.stop()
                let data = try Data(contentsOf: URL(fileURLWithPath: file(gateway)))
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: data)
            }
        }
    }

    @Test(.alone("It looks into the file of an index, or damages it."))
    func `Q-13: martlet store reindex makes the index of a stopped gateway`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for number in 1...5 { try alice.write("word \(number)", to: "alice") }
            try gateway.stop()
            try FileManager.default.removeItem(atPath: file(gateway))
            let arguments = ["store", "reindex", "--config", gateway.workspace("martlet.json5")]
            let reindexing = try Martlet.run(arguments, in: gateway.workspace)
            #expect(reindexing.end == .exited(0) && reindexing.output.contains("5 messages"))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            #expect(try gateway.online("alice").found("word").count == 5)
            #expect(try gateway.metric("martlet_search_indexed_total") == 0)
            #expect(try Martlet.run(arguments, in: gateway.workspace).end != .exited(0), "a gateway uses the store")
        }
    }
}

extension ClientSession {
    /// So many texts, `word 1` and so on, one behind the other without waiting.
    fileprivate func send(_ count: Int, to user: String) throws {
        for first in stride(from: 1, through: count, by: 500) {
            let numbers = first...min(first + 499, count)
            for number in numbers {
                let data = message("word \(number)", to: user)
                try connection.send(#"{"id": \#(number), "op": "message.send", "data": \#(data)}"#)
            }
            for number in numbers { _ = try reply(to: UInt64(number)).get() }
        }
    }
}

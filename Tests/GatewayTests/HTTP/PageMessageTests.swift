import Client
import JSON
import TestSupport
import Testing

/// Pages begin with what one wants to do, and a real gateway answers as they show. Translations have the same blocks.
struct PageMessageTests {
    @Test func `the messages with which pages begin are answered as they show`() throws {
        try withPushes(["profiles.customFields": #"{"Blood": "number"}"#], to: ["apns"]) { gateway, _ in
            let (alice, bob, admin) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.admin())
            let first = try alice.write("今天天气很好, crème brûlée?", to: "bob").msgID
            try until("it is in the index") {
                try bob.request("message.search", #"{"query": "creme"}"#).get()["hits"]?.count == 1
            }
            try play("protocol", by: gateway.guest(), token: gateway.token("alice"))
            try play("search", by: bob)
            try play("moderation", by: bob, about: first)
            try play("message-life", by: alice, about: first)
            try play("groups", by: alice)
            try play("group-messages", by: alice, heardBy: bob)
            _ = try admin.request("admin.channel.create", #"{"channelID": "news"}"#).get()
            try play("channels", by: alice) {
                let published = #"{"channelID": "news", "clientMsgId": "n42", "type": 0, "body": {"text": "Snow"}}"#
                _ = try admin.request("admin.channel.publish", published).get()
            }
            try play("broadcasts", by: admin)
            try play("broadcasts", block: 1, by: alice)
            try play("rooms", by: admin)
            try play("rooms", block: 1, by: bob)
            try play("relations", by: bob)
            try play("subscriptions", by: alice)
            try play("pushes", by: alice)
        }
    }

    /// Sends the requests of a page's block of messages, with `token` where one stands. `about`: the message named.
    /// `behindReplies`: what causes the events that stand there.
    private func play(
        _ page: String, block: Int = 0, by asker: ClientSession, heardBy hearer: ClientSession? = nil,
        about message: String = "", token: String = "", behindReplies: () throws -> Void = {}
    ) throws {
        let blocks = try repositoryFile("docs/\(page).md").matches(of: /```text\n((?:[→←] [^\n]+\n)+)```/).map(\.1)
        try #require(block < blocks.count, "docs/\(page).md has no such block")
        let lines = blocks[block].split(separator: "\n")
        let last = lines.lastIndex { $0.contains(#""ok":"#) }
        if let hearer { _ = try hearer.settle() }
        var asked: UInt64?
        for (number, line) in lines.enumerated() {
            let (document, place) = (JSONDocument(), "docs/\(page).md: \(line)")
            let text = String(line.dropFirst(2)).replacing(/("msgId":")\d+"/) { "\($0.1)\(message)\"" }
            let shown = try document.parse(text.replacing("eyJ…", with: token))
            if let operation = shown["op"]?.string {
                asked = try asker.send(operation, shown["data"]?.text)
            } else if let name = shown["event"]?.string {
                let told = try (hearer ?? asker).event(name)
                // A frame has only what is new.
                if name == "room.frame" { continue }
                #expect(try isShaped(told, like: #require(shown["data"])), "\(place): \(told.text)")
            } else {
                let told = try asker.reply(to: asked).get()
                #expect(try isShaped(told, like: #require(shown["ok"])), "\(place): \(told.text)")
                if number == last { try behindReplies() }
            }
        }
    }

    /// Whether it has the same members, and values of the same kinds; `"…": "…"` stands for further members.
    private func isShaped(_ told: JSONValue, like shown: JSONValue) -> Bool {
        guard told.kind == shown.kind else { return false }
        if let elements = shown.elements, let others = told.elements {
            return told.count == shown.count && zip(others, elements).allSatisfy { isShaped($0, like: $1) }
        }
        guard let members = shown.members else { return true }
        let named = members.filter { !$0.key.isString("…") }
        return (named.count < shown.count || told.count == named.count)
            && named.allSatisfy { key, value in
                told.member(key.string ?? "").map { isShaped($0, like: value) } ?? false
            }
    }

    @Test func `the requests that pages make by curl are granted`() throws {
        let pages = try repositoryFile("docs/statistics.md") + repositoryFile("docs/moderation.md")
        let snippets: [String] = pages.matches(of: /```sh\n([^`]+)```/).map { String($0.1) }
        #expect(snippets.count >= 3)
        try withChat { gateway in
            let mallory = try gateway.online("mallory")
            let said = try mallory.write("cheap pills", to: "mallory").msgID
            let report = try mallory.request("report.create", #"{"msgId": "\#(said)", "reason": "spam"}"#).get()
            let (id, url) = (try #require(report["reportID"]?.string), try #require(gateway.adminEndpoint).authority)
            for snippet in snippets {
                let script = snippet.replacing("https://chat.example.com", with: "http://\(url)")
                    .replacing(" KEY\"", with: " \(gateway.keys.adminKey)\"").replacing("1795275941000123", with: id)
                let begun = "set -euo pipefail\ncd \(gateway.workspace.path)\n"
                let answers = try runProgram("/bin/bash", ["-c", begun + script])
                #expect(answers.contains(#"{"ok":{"#) && !answers.contains(#""error""#), "\(snippet)\(answers)")
            }
            #expect(try gateway.workspace.read("statistics.csv").hasPrefix("time,"))
        }
    }
}

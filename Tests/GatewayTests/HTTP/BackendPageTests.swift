import Client
import Framing
import JSON
import TestSupport
import Testing

/// docs/backends.md and examples/ do what they say.
@Suite(.onThreads) struct BackendPageTests {
    private let settings = ["accounts.systemSender": #""system""#]

    @Test func `the examples of docs/backends.md, one after the other, have the answers that the page shows`() throws {
        let page = try repositoryFile("docs/backends.md")
        let example =
            #/
            ```http\nPOST\ /v1/api/(?<operation>\S+)\n(?<headers>[^{]*)\n\n(?<data>[^`]+)\n```\n\n
            ```json\n(?<answer>[^`]+)\n```
            /#
        let examples = page.matches(of: example).map(\.output)
        #expect(examples.count > 10 && examples.count == page.split(separator: "```http\n").count - 1)
        try withChat(settings) { gateway in
            for example in examples {
                let headers = example.headers.split(separator: "\n").map { line in
                    let (name, value) = (line.prefix { $0 != ":" }, line.drop { $0 != ":" }.dropFirst(2))
                    return HTTPHeader(String(name), value == "KEY" ? gateway.keys.adminKey : String(value))
                }
                let response = try gateway.http().request(
                    .post, "/v1/api/\(example.operation)",
                    headers: headers + [HTTPHeader("Content-Type", "application/json")],
                    body: Array(example.data.utf8))
                let document = JSONDocument()
                let answer = try JSONDocument().parse(response.text)
                let isShown = fits(answer, try document.parse(String(example.answer)))
                #expect(isShown, "\(example.operation) \(example.data): \(response.text)")
            }
        }
    }

    /// Whether an answer is as the page shows it, where `…` stands for anything.
    private func fits(_ answer: JSONValue, _ shown: JSONValue) -> Bool {
        if shown.string == "…" { return true }
        if let members = shown.members {
            return answer.keys == shown.keys
                && members.allSatisfy { name, value in
                    answer.member(name.string ?? "").map { fits($0, value) } ?? false
                }
        }
        if let elements = shown.elements {
            guard let others = answer.elements, others.count == elements.count else { return false }
            return zip(others, elements).allSatisfy { fits($0, $1) }
        }
        return answer.raw.elementsEqual(shown.raw)
    }

    @Test func `examples/backend.py makes users and a group, sends and reads`() throws {
        try withChat { gateway in
            let workspace = gateway.workspace
            let process = try ChildProcess(
                "/usr/bin/python3",
                [
                    repositoryPath("examples/backend.py"), "http://127.0.0.1:\(gateway.port)",
                    workspace("keys.json"), workspace("admin.json"),
                ], output: workspace("backend"), errors: workspace("backend.errors"))
            let end = try process.wait()
            let errors = try workspace.read("backend.errors")
            #expect(end == .exited(0), "\(errors)")
            let lines = try workspace.read("backend").split(separator: "\n")
            #expect(lines.first == "alice Welcome, Bob")
            let bob = try gateway.guest().open(token: String(try #require(lines.last)))
            #expect(bob.error == nil)
        }
    }

    @Test func `examples/bot.py answers each text once, also those that came while it was away`() throws {
        try withChat { gateway in
            let token = gateway.token("bot")
            func start() throws -> ChildProcess {
                let ready = try gateway.workspace.read("bot").count
                let bot = try ChildProcess(
                    "/usr/bin/python3", ["-B", repositoryPath("examples/bot.py"), "ws://127.0.0.1:\(gateway.port)"],
                    environment: ["MARTLET_TOKEN": token], output: gateway.workspace("bot"),
                    errors: gateway.workspace("bot.errors"))
                try until("the bot is there") { try gateway.workspace.read("bot").count > ready }
                return bot
            }
            _ = try gateway.workspace.write("bot", "")
            var bot = try start()
            defer { bot.kill() }
            let alice = try gateway.online("alice")
            func answers(_ count: Int) throws -> [String] {
                try until("the bot has answered") {
                    let messages = try alice.history(with: "bot", #""direction": "newer""#)
                    let answers = messages.filter { $0.from == "bot" }.map(\.body)
                    return answers.count >= count ? answers : nil
                }
            }
            try alice.write("one", to: "bot")
            _ = try answers(1)
            bot.kill()
            _ = try bot.wait()
            try alice.write("two", to: "bot")
            bot = try start()
            try alice.write("three", to: "bot")
            let texts = try answers(3)
            #expect(texts == ["one", "two", "three"].map { #"{"text": "You wrote: \#($0)"}"# })
            #expect(try gateway.workspace.read("bot.errors") == "")
        }
    }
}

import Client
import Framing
import JSON
import TestSupport
import Testing

/// docs/backends.md and examples/ do what they say.
struct BackendPageTests {
    private static let page = Result { try repositoryFile("docs/backends.md") }

    @Test func `the snippets of docs/backends.md run when they are copied, and have the answers shown there`() throws {
        // The generators of clients are run by scripts/contract.
        let snippets = try Self.page.get().matches(of: /```sh\n([^`]+)```\n(?:\n```json\n([^`]+)\n```)?/)
            .filter { !$0.1.contains("generate ") }
        #expect(snippets.count > 15)
        let workspace = try Workspace()
        let entries = [("admin", Keys().adminKey), ("observer", Keys.observer)]
            .map { #"{"name": "\#($0)", "secret": "\#($1)"}"# }
        try workspace.write("page.json", #"{"keys": [\#(entries.joined(separator: ", "))]}"#)
        let settings = ["accounts.systemSender": #""system""#, "auth.adminKeysFile": #""page.json""#]
        try withChat(settings, workspace: workspace) { gateway in
            // There is no `sudo` here, and a stream has no end.
            var script = "sudo() { \"$@\"; }\ncurl() { command curl --max-time ${LONGEST:-60} \"$@\"; }\n"
            for snippet in snippets {
                let isStream = snippet.1.contains("curl -N")
                script += (isStream ? "LONGEST=5\n" : "") + snippet.1 + "printf '\\036'\n"
            }
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            script = script.replacing("http://127.0.0.1:7751", with: url)
                .replacing("/etc/martlet/admin.json", with: workspace("page.json"))
            let answers = try runProgram("/bin/bash", ["-c", script])
                .split(separator: "\u{1E}", omittingEmptySubsequences: false)
            #expect(answers.count == snippets.count + 1)
            let document = JSONDocument()
            for (snippet, answer) in zip(snippets, answers) {
                guard let shown = snippet.2 else {
                    #expect(answer.contains("\nretry: "), "\(snippet.1)\(answer)")
                    continue
                }
                let isShown = fits(try JSONDocument().parse(String(answer)), try document.parse(String(shown)))
                #expect(isShown, "\(snippet.1)\(answer)")
            }
        }
    }

    @Test func `R-07: the token that the program of docs/backends.md signs opens a session`() throws {
        let program = try #require(try Self.page.get().firstMatch(of: /```python\n([^`]+)```/))
        let workspace = try Workspace()
        try workspace.write("page.json", Keys.file(Keys(id: "page").entry))
        try withChat(["auth.keysFile": #""page.json""#], workspace: workspace) { gateway in
            let text = String(program.1).replacing("/etc/martlet/keys.json", with: workspace("page.json"))
            let token = try runProgram("/usr/bin/python3", ["-c", text])
            let bob = try gateway.guest().open(token: String(token.dropLast()))
            #expect(bob.error == nil)
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
            let (url, workspace) = ("http://127.0.0.1:\(gateway.port)", gateway.workspace)
            let program = [repositoryPath("examples/backend.py"), url, workspace("keys.json"), workspace("admin.json")]
            let lines = try runProgram("/usr/bin/python3", program).split(separator: "\n")
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
            #expect(texts == ["one", "two", "three"].map { #"{"text":"You wrote: \#($0)"}"# })
            #expect(try gateway.workspace.read("bot.errors") == "")
        }
    }
}

/// What a program writes, which has to end well.
func runProgram(_ program: String, _ arguments: [String]) throws -> String {
    let workspace = try Workspace()
    let process = try ChildProcess(
        program, arguments, output: workspace("output"), errors: workspace("errors"))
    // All of a page's snippets are many processes.
    let end = try process.wait(within: .seconds(90))
    let errors = try workspace.read("errors")
    #expect(end == .exited(0), "\(errors)")
    return try workspace.read("output")
}

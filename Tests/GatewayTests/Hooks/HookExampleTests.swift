import Client
import JSON
import TestSupport
import Testing

/// The hook of `examples/`.
struct HookExampleTests {
    @Test func `H-01, H-02: the example checks signatures, refuses and replaces`() throws {
        let workspace = try Workspace()
        let secret = try workspace.write("hook.secret", HookServer.secret + "\n")
        let other = try workspace.write("other.secret", HookServer.otherSecret + "\n")
        let hook = try ChildProcess(
            repositoryPath(".build/providers/bin/python"), ["-B", repositoryPath("examples/hook.py"), secret, "0"],
            output: workspace("output"), errors: workspace("errors"))
        defer { hook.kill() }
        let port = try until("the hook listens") {
            try Int(workspace.read("output").split(separator: "\n").first ?? "")
        }
        func settings(_ secret: String) -> [String: String] {
            [
                "hooks.before":
                    #"[{url: "http://127.0.0.1:\#(port)/", operations: ["message.send"], secretFile: "\#(secret)"}]"#
            ]
        }
        try withChat(settings(secret)) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for text in ["hello", "damn it"] { try alice.write(text, to: "bob") }
            let error = try alice.refusal("message.send", message("spam", to: .c2c("bob")))
            #expect(error.number == "app 4711")
            let texts = try bob.history(with: "alice", #""direction": "newer""#).map(\.body)
            #expect(texts == [#"{"text":"hello"}"#, #"{"text":"**** it"}"#])
            try gateway.restart(settings(other))
            let refused = try gateway.online("alice").refusal("message.send", message(to: .c2c("bob")))
            #expect(refused.number == "gw 1008")
        }
    }
}

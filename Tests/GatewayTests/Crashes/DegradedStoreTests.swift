import Client
import Framing
import Glibc
import JSON
import Testing

/// The disk fails under a gateway that runs, and comes back. Meanwhile requests that only read go on.
@Suite(.alone("It damages a store's own file.")) struct DegradedStoreTests {
    @Test func `X-08, T-Q16: on a full disk senders are told, and with room all is well again`() throws {
        try withChat(quiet) { gateway in
            let log = try fileSize(gateway.workspace("data/martlet.sqlite-wal"))
            try check(gateway, "the gateway's disk is full; nothing was done") {
                try gateway.process.limitFiles(toBytes: log + 100_000)
            } heal: {
                try gateway.process.limitFiles(toBytes: nil)
            }
        }
    }

    @Test func `X-08, T-Q16: of a lost database senders are told, and back all is well again`() throws {
        try withChat(quiet) { gateway in
            let (place, away) = (gateway.workspace("data/martlet.sqlite"), gateway.workspace("away"))
            try check(gateway, "the gateway's store cannot be reached; nothing was done") {
                try #require(rename(place, away) == 0)
            } heal: {
                try #require(rename(away, place) == 0)
            }
        }
    }

    @Test(.enabled(if: try canFreeze(), "frozen files take root, and a file system that knows them"))
    func `X-08, T-Q16: of a read-only database senders are told, and writable all is well again`() throws {
        try withChat(quiet) { gateway in
            let files = ["", "-wal"].map { gateway.workspace("data/martlet.sqlite\($0)") }
            // Frozen files cannot be removed.
            defer { _ = try? Tool.run("chattr", ["-i"] + files) }
            try check(gateway, "the gateway's store is read-only; nothing was done") {
                try Tool.run("chattr", ["+i"] + files)
            } heal: {
                try Tool.run("chattr", ["-i"] + files)
            }
        }
    }

    /// The gateway's log is a file too, and should be none that grows.
    private let quiet = ["log.level": #""info""#]

    private func check(
        _ gateway: GatewayProcess, _ complaint: String, harm: () throws -> Void, heal: () throws -> Void
    ) throws {
        let (anna, bert) = (try gateway.online("anna"), try gateway.online("bert"))
        var sent = try (1...3).map { try anna.write("early \($0)", to: "bert", id: "early \($0)") }
        #expect(try bert.markRead("anna", upTo: 1) == 2)
        try harm()
        // A full disk still has room for a few.
        var refused = ""
        let refusal = try until("a send is refused") {
            refused = "late \(sent.count)"
            let reply = try anna.request("message.send", message(padded(refused), to: "bert", id: refused))
            if reply.error == nil { sent.append(try Sent(reply.get())) }
            return reply.error
        }

        // Two probes later it is still so.
        for wait in [Duration.zero, .milliseconds(2_100)] {
            pause(wait)
            #expect(refusal.number == "gw 1008" && refusal.message == complaint)
            #expect(try anna.refusal("message.send", message(padded("again"), to: "bert")) == refusal)
            #expect(try bert.refusal("conversation.markRead", #"{"conversationID": "c2c_anna"}"#) == refusal)
            #expect(try gateway.guest().open(token: gateway.token("carl")).error == refusal, "an account would be made")
            #expect(try reasons(gateway) == ["store"])
            #expect(try gateway.http().request(.get, "/healthz").status == 200)
            try checkReading(gateway, bert, sent)
        }
        try until("the log tells it") { try gateway.logged("the store cannot be written to").count == 1 }

        try heal()
        try until("the gateway is ready again") { try reasons(gateway) == [] }
        try until("the log tells it") { try gateway.logged("the store can be written to again").count == 1 }
        #expect(try anna.write("early 1", to: "bert", id: "early 1") == sent[0])
        sent.append(try anna.write(padded(refused), to: "bert", id: refused))
        #expect(sent.map(\.seq) == Array(1...sent.count))
        #expect(try bert.settle().messages.map(\.msgID) == sent.map(\.msgID))
        #expect(try bert.markRead("anna") == 0)
        gateway.kill()
        try gateway.launchAgain()
        try gateway.waitUntilReady()
        #expect(try gateway.online("bert").history(with: "anna").map(\.msgID) == sent.map(\.msgID).reversed())
    }

    /// Requests that need no write succeed, also the opening of another session.
    private func checkReading(_ gateway: GatewayProcess, _ bert: ClientSession, _ sent: [Sent]) throws {
        let second = try gateway.session("bert", device: "d2")
        for session in [bert, second] {
            #expect(try session.history(with: "anna").map(\.msgID) == sent.map(\.msgID).reversed())
            #expect(try session.conversation(with: "anna")?.unread == sent.count - 1)
            #expect(try session.totalUnread() == sent.count - 1)
        }
    }

    private func padded(_ text: String) -> String { text + String(repeating: ".", count: 4_000) }

    private func reasons(_ gateway: GatewayProcess) throws -> [String] {
        let response = try gateway.http().request(.get, "/readyz")
        let page = try JSONDocument().parse(response.body)
        let reasons = try #require(page["reasons"]?.elements).compactMap(\.string)
        #expect(response.status == (reasons.isEmpty ? 200 : 503))
        return reasons
    }
}

private func fileSize(_ path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Workspace.Failure("stat", path) }
    return status.st_size
}

private func canFreeze() throws -> Bool {
    guard geteuid() == 0 else { return false }
    let workspace = try Workspace()
    let file = try workspace.write("file", "")
    defer { _ = try? Tool.run("chattr", ["-i", file]) }
    return (try? Tool.run("chattr", ["+i", file])) != nil
}

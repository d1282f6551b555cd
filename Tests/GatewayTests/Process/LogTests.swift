import Client
import Framing
import JSON
import Testing

/// The lines of the log, and the secrets that it must never have.
@Suite(.alone("A process's life, files, log and command lines.")) struct LogTests {
    @Test func `every line of the log is a JSON object with time, level and message`() throws {
        try withGateway { gateway in
            _ = try gateway.session("anna").devices()
            try gateway.waitForLog("session opened")
            for line in try gateway.errors.split(separator: "\n") {
                let object = try JSONDocument().parse(String(line))
                #expect(
                    object["time"]?.string != nil && object["level"]?.string != nil && object["message"]?.string != nil)
            }
        }
    }

    @Test func `the lines of a session's begin and end say whose it is, on which device and from where`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna", device: "phone") { $0.channel.localAddress = "127.0.0.5" }
            try session.connection.close()
            try gateway.waitForLog("session closed")
            for message in ["session opened", "session closed"] {
                let line = try #require(try gateway.logged(message).first)
                #expect(line["user"]?.string == "anna" && line["device"]?.string == "phone")
                #expect(line["address"]?.string == "127.0.0.5")
            }
            #expect(try gateway.logged("session closed").first?["code"]?.int64 == 1000)
        }
    }

    @Test func `tokens, keys and what clients say are never logged, at no level`() throws {
        try withGateway(["log.level": #""debug""#]) { gateway in
            let token = gateway.keys.token("anna")
            let guest = try gateway.guest(headers: [HTTPHeader("Authorization", "Bearer \(token)")])
            _ = try guest.open(token: "bad.bad.bad", #""word": "confidential""#)
            _ = try guest.open(token: nil).get()
            _ = try guest.request("confidential", #"{"word": "confidential"}"#)
            _ = try guest.refusal("session.refresh", #"{"token": "\#(Keys().token("anna"))"}"#)
            _ = try gateway.admin().request("admin.ping").get()
            let wrongKey = try gateway.guest().refusal("session.open", #"{"adminKey": "confidential"}"#)
            #expect(wrongKey.code == 70003)
            #expect(try gateway.http().request(.get, "\(ClientSession.path)?token=\(token)").status == 426)
            try gateway.waitForLog("admin session opened")
            let log = try gateway.errors
            for secret in [token, "bad.bad.bad", "confidential", gateway.keys.adminKey, "eyJ"] {
                #expect(!log.contains(secret))
            }
        }
    }

    @Test func `as text the log is one line an event`() throws {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let settings = [
            "listen.port": "0", "admin.listen": "false", "auth.keysFile": #""keys.json""#, "log.format": #""text""#,
        ]
        let file = try workspace.write("martlet.json5", GatewayProcess.text(of: settings))
        let process = try Martlet.start(["serve", "--config", file], in: workspace)
        defer { process.kill() }
        try until("a line of the log") { try workspace.read("errors").hasSuffix("\n") }
        let line = /\S+ info listening address=127\.0\.0\.1:\d+ .*\n/
        #expect(try workspace.read("errors").prefixMatch(of: line) != nil)
    }
}

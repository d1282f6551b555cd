import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Testing

/// What operators ask of the process itself.
@Suite(.alone("A process's life, files, log and command lines.")) struct OperatorTests {
    private func api(_ gateway: GatewayProcess) throws -> HTTPAPI {
        let api = HTTPAPI(try gateway.adminHTTP(), headers: [.adminKey(gateway.keys.adminKey)])
        api.witness = Declared.check
        return api
    }

    @Test(arguments: [
        "admin.gateway.drain", "admin.gateway.reload", "admin.gateway.backup", "admin.gateway.setLogLevel",
        "admin.cluster.handOver",
    ])
    func `O-12: what is about the process is asked for at the operators' listener alone`(operation: String) throws {
        try withGateway { gateway in
            let data = #"{"level": "error"}"#
            let refused = try gateway.api([.adminKey(gateway.keys.adminKey)]).request(operation, data).error
            #expect(refused?.code == 1002)
            #expect(try gateway.admin().request(operation, data).error?.code == 1002)
            #expect(try gateway.session("anna").refusal(operation).code == 1002)
            #expect(try api(gateway).request("admin.gateway.logLevel").get()["level"]?.string == "debug")
            #expect(try gateway.http().request(.get, "/readyz").status == 200)
        }
    }

    @Test func `O-13: a reload says what could not be read, and keeps it`() throws {
        try withGateway { gateway in
            let api = try self.api(gateway)
            try gateway.workspace.write("keys.json", "{")
            let broken = try api.request("admin.gateway.reload").get()
            let parts = try #require(broken["parts"]?.elements.map { Array($0) })
            let keys = try #require(parts.first { $0["part"]?.string == "keys" })
            #expect(keys["problem"]?.string?.contains("keys.json") == true)
            #expect(parts.count { $0["problem"] != nil } == 1)
            _ = try gateway.session("anna")

            let other = Keys()
            try gateway.workspace.write("keys.json", Keys.file(other.entry))
            let fine = try api.request("admin.gateway.reload").get()
            #expect(fine["parts"]?.elements.map { Array($0) }?.allSatisfy { $0["problem"] == nil } == true)
            let token = other.token("bert", expiresIn: 60, "")
            let opened = try gateway.guest().request("session.open", #"{"token": "\#(token)", "device": "d"}"#)
            #expect(opened.error == nil)
        }
    }

    @Test func `O-14: a drain that is asked for ends the gateway as SIGTERM does, and a signal after it is the first`()
        throws
    {
        let slowly = ["drain.closesPerSecond": "1", "shards.count": "1"]
        try withGateway(slowly) { gateway in
            let sessions = try (0..<3).map { try gateway.session("user\($0)") }
            let drain = try api(gateway).request("admin.gateway.drain").get()
            #expect(drain["timeoutSeconds"]?.int64 == 60)
            for session in sessions { _ = try session.event("server.draining") }
            gateway.signal(SIGTERM)
            for session in sessions { #expect(try session.closeCode() == .draining) }
            #expect(try gateway.wait() == .exited(0))
            #expect(try gateway.logged("drained").first?["left"]?.int64 == 0)
        }
    }

    @Test func `O-15: a backup goes to the folder of the configuration, and replaces nothing`() throws {
        let copies = try Workspace()
        try withGateway(["admin.backupDirectory": #""\#(copies.path)""#]) { gateway in
            let (anna, api) = (try gateway.session("anna"), try self.api(gateway))
            let made = try api.request("admin.gateway.backup", #"{"name": "martlet.sqlite"}"#).get()
            let file = try #require(made["file"]?.string)
            #expect(file.hasSuffix("/martlet.sqlite"))
            var status = stat()
            #expect(lstat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(made["bytes"]?.int64 == Int64(status.st_size))
            #expect(try api.request("admin.gateway.backup", #"{"name": "martlet.sqlite"}"#).error?.code == 1006)
            for name in ["../monday", "a/b", ".hidden", "", "ü"] {
                #expect(
                    try api.request("admin.gateway.backup", #"{"name": "\#(name)"}"#).error?.code == 1001, "\(name)")
            }
            let named = try api.request("admin.gateway.backup").get()
            #expect(named["file"]?.string?.contains(#/martlet-20\d\d-\d\d-\d\dT\d{6}\.sqlite$/#) == true)
            let check = try Martlet.run(
                ["store", "check", "--config", gateway.workspace("martlet.json5")],
                environment: ["MARTLET_DATA_DIRECTORY": copies.path], in: try Workspace())
            #expect(check.end == .exited(0), "\(check.errors)")
            withExtendedLifetime(anna) {}
        }
        try withGateway { gateway in
            let refused = try api(gateway).request("admin.gateway.backup").error
            #expect(refused?.code == 1002)
        }
        try withGateway(["admin.backupDirectory": #""/no/such/folder""#]) { gateway in
            let refused = try api(gateway).request("admin.gateway.backup").error
            #expect(refused?.code == 1008)
            #expect(try gateway.http().request(.get, "/readyz").status == 200)
        }
    }

    @Test func `O-16: the log's level is changed for a time, or until it is changed again`() throws {
        try withGateway(["log.level": #""info""#]) { gateway in
            let api = try self.api(gateway)
            #expect(try api.request("admin.gateway.logLevel").get()["configured"]?.string == "info")
            let changed = try api.request("admin.gateway.setLogLevel", #"{"level": "debug", "seconds": 2}"#).get()
            #expect(changed["level"]?.string == "debug" && changed["until"]?.int64 ?? 0 > Int64(wallMilliseconds()))
            _ = try gateway.session("anna")
            try gateway.waitForLog("session opened")
            try gateway.waitForLog("log level as configured again")
            let after = try api.request("admin.gateway.logLevel").get()
            #expect(after["level"]?.string == "info" && after["until"] == nil)

            // The end of an earlier change leaves a later one alone.
            _ = try api.request("admin.gateway.setLogLevel", #"{"level": "debug", "seconds": 1}"#).get()
            _ = try api.request("admin.gateway.setLogLevel", #"{"level": "error"}"#).get()
            pause(.milliseconds(1_500))
            #expect(try api.request("admin.gateway.logLevel").get()["level"]?.string == "error")
            for wrong in [#"{"level": "loud"}"#, #"{"level": "info", "seconds": 0}"#, "{}"] {
                #expect(try api.request("admin.gateway.setLogLevel", wrong).error?.code == 1001)
            }
        }
    }
}

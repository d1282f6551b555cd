import Bytes
import Client
import Framing
import Glibc
import JSON
import Security
import Testing

/// What operators are told about the gateway itself.
struct OperatingTests {
    @Test func `K-08: the settings in force are told with their documentation, and without what may be secret`() throws
    {
        let secret = "https://hooks.example/martlet?key=abc"
        let workspace = try Workspace()
        try workspace.write("hook", "whsec_\(Base64.standard.encode(Random.bytes(32)))\n")
        let settings = [
            "sessions.perUser": "7",
            "hooks.before":
                #"[{url: "\#(secret)", operations: ["message.send"], secretFile: "hook", onFailure: "allow"}]"#,
        ]
        try withGateway(settings, workspace: workspace) { gateway in
            let reply = try gateway.api([.adminKey(gateway.keys.adminKey)]).request("admin.setting.list").get()
            let sections = try #require(reply["sections"]?.elements)
            let all: [JSONValue] = sections.flatMap { $0["settings"]?.elements.map(Array.init) ?? [] }
            func setting(_ name: String) throws -> JSONValue {
                try #require(all.first { $0["name"]?.string == name }, "\(name)")
            }
            #expect(try setting("sessions.perUser")["value"]?.string == "7")
            #expect(try setting("sessions.perUser")["default"]?.string == "10")
            #expect(try setting("sessions.perUser")["meaning"]?.string?.isEmpty == false)
            #expect(try setting("listen.port")["value"]?.string == "0")
            let hook = try #require(try setting("hooks.before")["value"]?.string)
            #expect(hook.contains("https://hooks.example/martlet?…") && hook.contains("message.send"))
            #expect(!hook.contains("abc"))
        }
    }

    @Test func `K-09: keys and certificates are told with their ends, and a reload's are told after it`() throws {
        let workspace = try Workspace()
        let certificate = try OpenSSL.certificate("first", names: ["one.example"], in: workspace)
        try withGateway(["tls.certificates": "[\(certificate)]"], workspace: workspace) { gateway in
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let reply = try api.request("admin.key.list").get()
            let shown = try #require(reply["certificates"]?.elements.map(Array.init)?.first)
            #expect(shown["names"]?.elements?.map(\.string) == ["one.example"])
            #expect(shown["file"]?.string?.hasSuffix("first.crt") == true)
            let (begins, ends) = (try #require(shown["begins"]?.int64), try #require(shown["ends"]?.int64))
            #expect(begins <= Int64(wallSeconds() + 1) * 1_000 && ends > Int64(wallSeconds()) * 1_000)
            #expect(reply["adminKeys"]?.elements?.map { $0["name"]?.string }.last == "tests")
            #expect(reply["adminKeys"]?.elements.map(Array.init)?.first?["scopes"] == nil)
            #expect(reply["tokenKeys"]?.elements?.map { $0["algorithm"]?.string } == ["HS256"])

            let limited = #"{"name": "second", "secret": "\#(Keys().adminKey)", "scopes": ["admin.ping"]}"#
            let usual = #"{"name": "tests", "secret": "\#(gateway.keys.adminKey)"}"#
            try gateway.writeAdminKeys(Keys.file(usual, limited))
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys reloaded")
            try until("the new key is told") {
                let keys = try api.request("admin.key.list").get()["adminKeys"]?.elements.map(Array.init)
                return keys?.last?["scopes"]?.elements?.map(\.string) == ["admin.ping"]
            }
        }
    }
}

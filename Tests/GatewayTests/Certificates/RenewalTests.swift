import Client
import ClientProtocol
import Foundation
import Framing
import JSON
import TestSupport
import Testing

/// What the gateway does with the certificate that it has, and when it gets no other.
@Suite(.alone("An ACME server reaches one address.")) struct RenewalTests {
    @Test func `near its end a certificate is renewed while a client stays connected`() throws {
        let pebble = try Pebble(lifeSeconds: 9)
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            let session = try gateway.session("anna", to: "gateway.example", trusting: pebble.root)
            let file = try gateway.certificateFolder() + "/certificate.pem"
            let first = try Workspace.read(file)
            try until("two renewals") { try gateway.logged("certificate issued").count >= 3 }
            // New handshakes get the new one, long after the end of the first.
            try until("the new certificate is served") {
                let handshake = try OpenSSL.handshake(gateway.port, name: "gateway.example")
                guard let served = Self.leaf(handshake), !first.contains(served) else { return false }
                return try Workspace.read(file).contains(served)
            }
            #expect(try session.devices() == ["d1"])
            #expect(try gateway.session("bert", to: "gateway.example", trusting: pebble.root).devices() == ["d1"])
            #expect(try pebble.accounts == 1)
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="failed"}"#) == 0)
        }
    }

    /// The first certificate in what openssl has shown.
    private static func leaf(_ text: String) -> String? {
        guard let start = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
            let end = text.firstRange(of: "-----END CERTIFICATE-----")
        else { return nil }
        return String(text[start.lowerBound..<end.upperBound])
    }

    @Test func `a restart keeps certificate and account; another host makes a new order of the same account`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            let folder = try gateway.certificateFolder()
            let account = try Workspace.read(folder + "/account.pem")
            let certificate = try Workspace.read(folder + "/certificate.pem")
            try gateway.restart()
            #expect(try gateway.session("anna", to: "gateway.example", trusting: pebble.root).devices() == ["d1"])
            #expect(try Workspace.read(folder + "/certificate.pem") == certificate)
            #expect(try gateway.logged("certificate issued").count == 1 && gateway.warnings.isEmpty)

            try gateway.restart(pebble.settings(["gateway.example", "second.example"]))
            for host in ["gateway.example", "second.example"] { try gateway.waitForCertificate(host, of: pebble) }
            #expect(try Workspace.read(folder + "/account.pem") == account && pebble.accounts == 1)
        }
    }

    @Test func `the server's memory of the account may be lost, and the account's key still serves`() throws {
        let pebble = try Pebble(lifeSeconds: 9)
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            // All that it knew is gone, its root too.
            try pebble.restart()
            try gateway.waitForCertificate(of: pebble)
            #expect(try pebble.accounts == 1)
        }
    }

    @Test func `a proof that fails is told in one line, by the metrics, by readyz and by the doctor, and tried again`()
        throws
    {
        let pebble = try Pebble(looksAt: (tls: PostgresServer.freePort(), http: nil))
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForLog("certificate not issued", count: 3)
            let lines = try gateway.logged("certificate not issued")
            let reason = try #require(lines[0]["reason"]?.string)
            #expect(reason.contains("the proof of gateway.example is invalid: unauthorized: "), "\(reason)")
            #expect(lines[0]["hosts"]?.string == "gateway.example")
            let pauses = lines.compactMap { $0["againInSeconds"]?.int64 }
            #expect(pauses[0] <= pauses[1] && pauses[1] < pauses[2] && pauses[2] >= 4, "\(pauses)")
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="failed"}"#) >= 3)
            let (status, page) = try gateway.health()
            #expect(status == 200 && page["certificates"]?.string?.contains(reason) == true)
            let doctor = try Martlet.run(
                ["doctor", "--without-disk", "--config", gateway.workspace("martlet.json5")], in: gateway.workspace)
            #expect(doctor.end == .exited(1) && doctor.output.contains("There is no certificate of https://localhost"))
        }
    }

    @Test func `SIGHUP tries again at once`() throws {
        let source = try KeySource()
        try source.answer("status 503")
        try withGateway(source.acmeSettings(retrySeconds: 3_600)) { gateway in
            try gateway.waitForLog("certificate not issued")
            gateway.process.signal(1)
            try gateway.waitForLog("certificate not issued", count: 2)
            #expect(try gateway.logged("certificate not issued")[0]["reason"]?.string?.contains("503") == true)
        }
    }

    @Test func `a limit is respected for as long as the server says`() throws {
        let source = try KeySource()
        try source.publish(text: #"{"type": "urn:ietf:params:acme:error:rateLimited", "detail": "too many orders"}"#)
        try source.answer("status 429 7200")
        try withGateway(source.acmeSettings(retrySeconds: 1)) { gateway in
            try gateway.waitForLog("certificate not issued")
            let line = try gateway.logged("certificate not issued")[0]
            #expect(line["reason"]?.string == "the server refuses the directory with 429 rateLimited: too many orders")
            #expect((7_200...7_201).contains(line["againInSeconds"]?.int64 ?? 0))
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="rate_limited"}"#) == 1)
            pause(.seconds(3))
            #expect(try source.requests == 1)
        }
    }

    @Test func `what is damaged is replaced, but not the account's key`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            let folder = try gateway.certificateFolder()
            try gateway.stop()
            try Data("nonsense".utf8).write(to: URL(filePath: folder + "/certificate.pem"))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            try gateway.waitForCertificate(of: pebble)
            #expect(try gateway.logged("tls.acme cannot use what it keeps").count == 1)

            try gateway.stop()
            try Data("nonsense".utf8).write(to: URL(filePath: folder + "/account.pem"))
            try FileManager.default.removeItem(atPath: folder + "/certificate.pem")
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            try gateway.waitForLog("certificate not issued")
            #expect(
                try gateway.logged("certificate not issued")[0]["reason"]?.string?.contains("account.pem") == true)
            #expect(try Workspace.read(folder + "/account.pem") == "nonsense")
        }
    }

    @Test func `a port for challenges that is taken keeps the gateway out, with a line that says so`() throws {
        try withGateway { other in
            let workspace = try Workspace()
            try workspace.write("keys.json", Keys.file(Keys().entry))
            let settings = [
                "auth.keysFile": #""keys.json""#, "listen.port": "0", "admin.listen": "false",
                "tls.acme": #"{hosts: ["a.example"], http: "127.0.0.1:\#(other.port)"}"#,
            ]
            try workspace.write("martlet.json5", GatewayProcess.text(of: settings))
            let run = try Martlet.run(["serve", "--config", workspace("martlet.json5")], in: workspace)
            #expect(run.end == .exited(78))
            let isTold = run.errors.contains("tls.acme") && run.errors.contains("127.0.0.1 port \(other.port)")
            #expect(isTold, "\(run.errors)")
        }
    }
}

extension KeySource {
    /// Of a gateway that takes this server for an ACME server.
    fileprivate func acmeSettings(retrySeconds: Int) -> [String: String] {
        [
            "tls.acme": #"""
            {hosts: ["gateway.example"], directory: "\#(url)", authorities: "\#(authorities)",
             retrySeconds: \#(retrySeconds)}
            """#
        ]
    }
}

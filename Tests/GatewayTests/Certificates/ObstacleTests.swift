import Client
import Glibc
import JSON
import TestSupport
import Testing

/// What stands between a gateway and its certificate, or would take it away.
@Suite(.alone("An ACME server reaches one address.")) struct ObstacleTests {
    @Test func `a reload that cannot read the certificate leaves it in force, and says why`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            let file = try gateway.certificateFolder() + "/certificate.pem"
            func expectNoReload(_ time: Int, because reason: String) throws {
                gateway.process.signal(SIGHUP)
                try gateway.waitForLog("certificates not reloaded", count: time)
                let said = try #require(gateway.logged("certificates not reloaded").last?["reason"]?.string)
                #expect(said.contains(reason), "\(said)")
                _ = try gateway.channel(to: "gateway.example", trusting: pebble.root)
            }
            #expect(chmod(file, 0o644) == 0)
            try expectNoReload(1, because: "chmod 600")
            #expect(rename(file, file + ".away") == 0)
            try expectNoReload(2, because: "is gone")
            #expect(rename(file + ".away", file) == 0 && chmod(file, 0o600) == 0)
            #expect(try gateway.logged("certificates reloaded").isEmpty)
            gateway.process.signal(SIGHUP)
            try gateway.waitForLog("certificates reloaded")
            _ = try gateway.channel(to: "gateway.example", trusting: pebble.root)
            #expect(try pebble.issued == 1 && gateway.warnings.isEmpty)
        }
    }

    @Test func `who holds connections to the plain listener keeps no ACME server out`() throws {
        let pebble = try Pebble(looksAt: (tls: PostgresServer.freePort(), http: nil))
        let patient = ["http.headTimeoutMilliseconds": "600000", "http.idleTimeoutMilliseconds": "600000"]
        let settings = pebble.settings(["gateway.example"], pebble.plainListener).merging(patient) { $1 }
        try withGateway(settings) { gateway in
            try gateway.waitForLog("certificate not issued")
            var options = Channel.Options()
            options.localAddress = "127.0.0.2"
            let endpoint = Endpoint(port: UInt16(pebble.httpPort))
            let held = try (0..<64).map { _ in try Channel(endpoint, options) }
            try pebble.start()
            try gateway.waitForCertificate(of: pebble)
            for channel in held { try channel.drain(within: .seconds(10)) }
        }
    }

    @Test func `what was issued while another certificate was half replaced is in force later, without another order`()
        throws
    {
        let (pebble, workspace) = (try Pebble(), try Workspace())
        let entry = try OpenSSL.certificate("own", names: ["own.example"], in: workspace)
        let settings = pebble.settings().merging(["tls.certificates": "[\(entry)]"]) { $1 }
        try withGateway(settings, workspace: workspace) { gateway in
            try gateway.waitForLog("certificate not issued")
            let key = try workspace.read("own.key")
            try workspace.write("own.key", "the first half")
            try pebble.start()
            try gateway.waitForFailure("own.key")
            #expect(try gateway.warnings == ["certificates"] && gateway.metric("martlet_acme_failing") == 1)
            #expect(throws: ClientError.self) {
                try gateway.channel(to: "gateway.example", trusting: pebble.root)
            }
            try workspace.write("own.key", key)
            try gateway.waitForCertificate(of: pebble)
            try until("the warning is gone") { try gateway.warnings.isEmpty }
            #expect(try gateway.metric("martlet_acme_failing") == 0 && pebble.issued == 1)
        }
    }

    @Test func `what could not be written is written later, and SIGHUP tries at once, without another order`() throws {
        let pebble = try Pebble()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForLog("certificate not issued")
            // In the way of the file that would become the certificate: root may write to a folder whatever its mode.
            let obstacle = try gateway.certificateFolder() + "/certificate.pem.new"
            #expect(mkdir(obstacle, 0o700) == 0)
            try pebble.start()
            try gateway.waitForFailure("certificate.pem.new")
            for _ in 1...3 {
                let failures = try gateway.logged("certificate not issued").count
                gateway.process.signal(SIGHUP)
                try gateway.waitForLog("certificate not issued", count: failures + 1)
            }
            try gateway.waitForFailure("certificate.pem.new")
            #expect(try pebble.issued == 1 && gateway.warnings == ["certificates"])
            #expect(rmdir(obstacle) == 0)
            gateway.process.signal(SIGHUP)
            try gateway.waitForCertificate(of: pebble)
            try until("the warning is gone") { try gateway.warnings.isEmpty }
            #expect(try pebble.issued == 1 && gateway.metric(#"martlet_acme_attempts_total{result="ok"}"#) == 1)
        }
    }
}

extension GatewayProcess {
    /// The last attempt has failed for a reason with that text.
    fileprivate func waitForFailure(_ text: String) throws {
        try until("a failure because of \(text)") {
            try logged("certificate not issued").last?["reason"]?.string?.contains(text) == true
        }
    }
}

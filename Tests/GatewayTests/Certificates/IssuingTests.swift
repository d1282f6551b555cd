import Client
import ClientProtocol
import Foundation
import Framing
import JSON
import TestSupport
import Testing

/// The gateway gets its certificate itself, from a real ACME server which refuses every fifth nonce.
@Suite(.alone("An ACME server reaches one address.")) struct IssuingTests {
    @Test func `the first start needs no certificate: it is got by a TLS handshake, as soon as the server is there`()
        throws
    {
        let pebble = try Pebble()
        try withGateway(pebble.settings()) { gateway in
            // The directory is away.
            try gateway.waitForLog("certificate not issued")
            #expect(try gateway.warnings == ["certificates"] && gateway.health().status == 200)
            #expect(try gateway.metric("martlet_acme_failing") == 1)
            #expect(try gateway.metric("martlet_certificate_ends_seconds") == 0)
            for name in ["gateway.example", "other.example"] {
                let refusal = #expect(throws: ClientError.self) {
                    try gateway.channel(to: name, trusting: pebble.workspace("pebble.crt"))
                }
                #expect("\(refusal!)".contains("unrecognized name"), "\(refusal!)")
            }
            try pebble.start()
            try gateway.waitForCertificate(of: pebble)
            #expect(
                try gateway.session("anna", to: "gateway.example", trusting: pebble.root).devices() == ["d1"])
            try until("the warning is gone") { try gateway.warnings.isEmpty }
            #expect(try gateway.metric("martlet_acme_failing") == 0)
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="ok"}"#) == 1)
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="failed"}"#) >= 1)
            let ends = Int(try gateway.metric("martlet_certificate_ends_seconds"))
            #expect((7_775_000...7_777_000).contains(ends - wallSeconds()))
        }
    }

    @Test func `key, certificate and account are their owner's alone`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            let folder = try gateway.certificateFolder()
            #expect(
                Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["account.pem", "certificate.pem"])
            for (path, mode) in [
                (folder, 0o700), (folder + "/account.pem", 0o600), (folder + "/certificate.pem", 0o600),
            ] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
            }
            let keys = try gateway.admin().request("admin.key.list").get()
            let certificate = try #require(keys["certificates"]?.elements?.first { _ in true })
            #expect(certificate["names"]?.elements?.compactMap(\.string) == ["gateway.example"])
            #expect(certificate["file"]?.string == folder + "/certificate.pem")
        }
    }

    @Test func `over HTTP, where the server refuses three nonces of five`() throws {
        let pebble = try Pebble(refusingNonces: 60, looksAt: (tls: PostgresServer.freePort(), http: nil))
        try pebble.start()
        let hosts = ["one.example", "two.example", "three.example"]
        try withGateway(pebble.settings(hosts, pebble.plainListener)) { gateway in
            for host in hosts { try gateway.waitForCertificate(host, of: pebble) }
            #expect(try pebble.log.contains("badNonce") || pebble.log.contains("reject"))
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="failed"}"#) == 0)
        }
    }

    @Test func `the plain listener answers challenges, and nothing else`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings(["gateway.example"], pebble.plainListener)) { gateway in
            try gateway.waitForCertificate(of: pebble)
            func ask(_ path: String, _ method: HTTPMethod = .get) throws -> HTTPClientResponse {
                try HTTPConnection(Endpoint(port: UInt16(pebble.httpPort))).request(method, path)
            }
            let page = try ask("/.well-known/acme-challenge/any-Token_1")
            #expect(page.status == 200 && page.text.hasPrefix("any-Token_1.") && page.text.utf8.count == 12 + 43)
            #expect(try ask("/.well-known/acme-challenge/any-Token_1", .head).status == 200)
            #expect(try ask("/.well-known/acme-challenge/any-Token_1", .post).status == 405)
            for path in [
                "/", "/healthz", "/readyz", "/metrics", "/v1/ws", "/v1/api/session.list", "/console/", "/openapi.json",
                "/.well-known/acme-challenge/", "/.well-known/acme-challenge/a/b", "/.well-known/acme-challenge/a.b",
                "/.well-known/acme-challenge/\(String(repeating: "a", count: 129))",
            ] {
                #expect(try ask(path).status == 404, "\(path)")
            }
            #expect(throws: ClientError.self) {
                try ClientConnection(Endpoint(port: UInt16(pebble.httpPort), target: ClientSession.path))
            }
            // A connection is there for one request.
            let http = try HTTPConnection(Endpoint(port: UInt16(pebble.httpPort)))
            #expect(try http.request(.get, "/").headers.first(of: "connection") == "close")
            try http.channel.drain(within: .seconds(5))
        }
    }

    @Test func `who asks by ALPN for a proof that was not ordered is refused, in both cases`() throws {
        let pebble = try Pebble()
        try pebble.start()
        try withGateway(pebble.settings()) { gateway in
            try gateway.waitForCertificate(of: pebble)
            for protocols in ["acme-tls/1", "acme-tls/1,h2"] {
                let told = try OpenSSL.handshake(gateway.port, name: "gateway.example", protocols: protocols)
                // With another beside it, it is a client like all others.
                #expect(told.contains("unrecognized name") == (protocols == "acme-tls/1"), "\(told)")
            }
        }
    }

    @Test func `a certificate of files serves other names, and clients without one`() throws {
        let (pebble, workspace) = (try Pebble(), try Workspace())
        try pebble.start()
        let entry = try OpenSSL.certificate("own", names: ["own.example"], in: workspace)
        let settings = pebble.settings().merging(["tls.certificates": "[\(entry)]"]) { $1 }
        try withGateway(settings, workspace: workspace) { gateway in
            try gateway.waitForCertificate(of: pebble)
            for name in ["own.example", "other.example"] {
                var options = gateway.channelOptions
                options.tls.serverName = name
                #expect(try Channel(gateway.endpoint, options).agreement?.subject == "/CN=own")
            }
        }
    }

    @Test func `an authority that wants its customers' accounts gets the id and the secret`() throws {
        let pebble = try Pebble(
            #""externalAccountBindingRequired": true, "externalAccountMACKeys": {"kid-1": "\#(externalSecret)"}"#)
        try pebble.start()
        let workspace = try Workspace()
        try workspace.write("external", externalSecret + "\n")
        let account = #"account: {id: "kid-1", secretFile: "\#(workspace("external"))"}"#
        try withGateway(pebble.settings(["gateway.example"], account), workspace: workspace) { gateway in
            try gateway.waitForCertificate(of: pebble)
            #expect(try gateway.metric(#"martlet_acme_attempts_total{result="failed"}"#) == 0)
        }
    }
}

private let externalSecret = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W"

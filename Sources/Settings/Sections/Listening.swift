import Framing

extension Configuration {
    package struct Listen: Equatable, Sendable {
        package var address: String
        package var port: Int
        package var backlog: Int
        package var reusePort: Bool
        package var serves: [ListenService]

        init(_ setting: inout SettingReader) {
            setting.section("listen", "The address where clients and backends reach the gateway.")
            address = setting(
                "address", .address, or: "127.0.0.1",
                "The address to listen on. `0.0.0.0` or `::` means every interface; put TLS or a proxy in front "
                    + "of it first."
            )
            port = setting("port", .integer(0...65_535), or: 7750, "The TCP port. 0 lets the kernel choose a free one.")
            backlog = setting(
                "backlog", .integer(1...65_535), or: 1024,
                "How many connections may wait in the kernel until a shard accepts them, for each shard.")
            reusePort = setting(
                "reusePort", .flag, or: false,
                "Lets another process listen on the same port, for a hand-over without a gap. If off, a second "
                    + "gateway on the port fails to start instead of taking half of the connections.")
            serves = setting(
                "serves", .list(of: .choice, "\"sessions\", \"api\", \"backends\" or \"metrics\""),
                or: [.sessions, .api, .backends],
                "What this port serves, beside `/healthz` and `/readyz`. `sessions`: users' sessions. `api`: users' "
                    + "requests over HTTP. `backends`: admin keys, in sessions and over HTTP. `metrics`: `/metrics`. "
                    + "`admin.listen` serves the last two.")
        }
    }

    package struct Shards: Equatable, Sendable {
        package var count: Int
        package var eventsPerTurn: Int
        package var acceptsPerTurn: Int
        package var requestsPerTurn: Int
        package var readBufferBytes: Int
        package var ioUring: Bool

        init(_ setting: inout SettingReader) {
            setting.section(
                "shards",
                "The shards: event loops. Each owns its connections and runs on one core at a time.")
            count = setting("count", .integer(0...1024), or: 0, "The number of shards. 0: one for every core.")
            eventsPerTurn = setting(
                "eventsPerTurn", .integer(1...65_536), or: 256,
                "How many ready connections a shard serves in one turn, before it serves timers and mailbox.")
            acceptsPerTurn = setting(
                "acceptsPerTurn", .integer(1...65_536), or: 64, "How many new connections a shard accepts in one turn.")
            requestsPerTurn = setting(
                "requestsPerTurn", .integer(1...65_536), or: 16,
                "How many requests over HTTP a shard takes from one connection in one turn; those that were sent ahead of "
                    + "that wait for the next.")
            readBufferBytes = setting(
                "readBufferBytes", .integer(4096...16_777_216), or: 65_536,
                "The size of the buffer into which all connections of a shard read.")
            ioUring = setting(
                "ioUring", .flag, or: true,
                "Sends to many connections by one system call, where the kernel offers io_uring. Many containers "
                    + "forbid io_uring; then each connection needs its own system call. The log says which is used.")
        }
    }

    package struct TLS: Equatable, Sendable {
        package var certificates: [Certificate]
        package var acme: CertificateOrder?
        package var minimumVersion: TLSVersion
        package var handshakeTimeoutMilliseconds: Int
        package var sessionTickets: Bool

        /// Whether the port speaks TLS and nothing else.
        package var isSpoken: Bool { !certificates.isEmpty || acme != nil }

        init(_ setting: inout SettingReader) {
            setting.section(
                "tls", "TLS on the listening port. Without certificates and without acme the port speaks plain HTTP.")
            certificates = setting(
                "certificates", .list(of: .certificate, "objects {certificate, key} that name two PEM files"), or: [],
                "Certificate chains with their keys. The first serves clients that name no host or an unknown "
                    + "one; each other serves clients that name its host (SNI). SIGHUP reads the files again.")
            acme = setting(
                "acme", .optional(.acme), or: nil,
                "Gets one certificate for all `hosts` from an ACME server, and renews it (docs/operating.md). "
                    + "`directory` is the server's URL, by default Let's Encrypt's; by setting this you agree to its terms. "
                    + "It looks whether the hosts lead here at port 443, which must be this port, or if `http` is set, like "
                    + "\"0.0.0.0:80\", at port 80: that listener answers nothing else. `email` is told to the server, "
                    + "`authorities` is a PEM file with those to trust for it, `account` is what it gives its customers, "
                    + "{id, secretFile}. `retrySeconds`, default 120, is the pause after a failure, which doubles with each."
            )
            minimumVersion = setting(
                "minimumVersion", .choice, or: .tls1_2, "The oldest version of TLS that a client may use.")
            handshakeTimeoutMilliseconds = setting(
                "handshakeTimeoutMilliseconds", .integer(100...600_000), or: 10_000,
                "How long a client may take for its handshake.")
            sessionTickets = setting(
                "sessionTickets", .flag, or: true, "Gives clients tickets that make their next handshake cheaper.")
        }
    }

    package struct HTTP: Equatable, Sendable {
        package var headTimeoutMilliseconds: Int
        package var idleTimeoutMilliseconds: Int
        package var headBytes: Int
        package var headerCount: Int
        package var requestLineBytes: Int
        package var bodyBytes: Int
        package var chunkExtensionBytes: Int

        init(_ setting: inout SettingReader) {
            setting.section("http", "HTTP/1.1 requests: upgrades to WebSocket, health and metrics.")
            headTimeoutMilliseconds = setting(
                "headTimeoutMilliseconds", .integer(100...600_000), or: 10_000,
                "How long a request may take to arrive, counted from its first byte or the connection's start.")
            idleTimeoutMilliseconds = setting(
                "idleTimeoutMilliseconds", .integer(100...3_600_000), or: 60_000,
                "How long a connection may stay open between two requests.")
            headBytes = setting(
                "headBytes", .integer(512...1_048_576), or: 8192,
                "The largest size of the request line and the headers together.")
            headerCount = setting(
                "headerCount", .integer(8...1024), or: 64,
                "The largest number of headers of one request.")
            requestLineBytes = setting(
                "requestLineBytes", .integer(256...1_048_576), or: 4096, "The longest request line.")
            bodyBytes = setting(
                "bodyBytes", .integer(0...1_073_741_824), or: 1_048_576, "The longest body of one request.")
            chunkExtensionBytes = setting(
                "chunkExtensionBytes", .integer(0...65_536), or: 1024,
                "The most bytes of chunk extensions in one body; nothing needs such extensions.")
        }
    }

    package struct Origins: Equatable, Sendable {
        package var allowed: [String]

        init(_ setting: inout SettingReader) {
            setting.section("origins", "The web pages that may open a WebSocket.")
            allowed = setting(
                "allowed", .list(of: .origin, "origins like \"https://app.example.com\", or \"*\" alone for all"),
                or: [],
                "The other origins whose pages may connect; pages of the gateway's own origin always may. `*` "
                    + "lets every web page connect in its visitor's name.")
        }

        package var policy: OriginPolicy {
            allowed.contains("*") ? .any : .sameOrigin(or: Set(allowed.compactMap(Origin.init)))
        }
    }
}

/// A part of what a listener serves.
package enum ListenService: String, CaseIterable, Sendable {
    case sessions, api, backends, metrics
}

/// The PEM files of one certificate chain and its private key.
package struct Certificate: Equatable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

package enum TLSVersion: String, CaseIterable, Sendable {
    case tls1_2 = "1.2"
    case tls1_3 = "1.3"
}

extension SettingType<String> {
    fileprivate static let address = checked("a numeric IPv4 or IPv6 address", isNumericAddress)

    fileprivate static let origin = checked("an origin") { text in
        text == "*" || Origin(text) != nil
    }
}

extension SettingType<Certificate> {
    fileprivate static let certificate = Self(name: "{certificate, key}", environmentForm: .list) { kind, directory in
        guard case .object(let members) = kind, members.count == 2 else { return nil }
        func path(_ name: String) -> String? {
            members.first { $0.name == name }.flatMap { SettingType<String>.path.read($0.value.kind, directory) }
        }
        guard let certificate = path("certificate"), let key = path("key") else { return nil }
        return Certificate(certificate: certificate, key: key)
    } show: {
        "{certificate: \(quoted($0.certificate)), key: \(quoted($0.key))}"
    }
}

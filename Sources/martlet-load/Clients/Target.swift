import Client
import Commands
import Transport

/// Where the load goes, and from which addresses it comes.
struct Target: Sendable {
    /// One of those that clients come to.
    struct Gateway: Sendable {
        let address: SocketAddress
        /// As it stands in the URL.
        let host: String
        /// For the Host header.
        let authority: String
        let path: String
        let isSecure: Bool

        init(url: String) throws(UsageError) {
            guard let endpoint = Endpoint(url) else { throw UsageError(reason: "\(url) is not a ws:// or wss:// URL") }
            address = try Self.address(of: endpoint)
            host = endpoint.host
            authority = endpoint.authority
            path = endpoint.target.isEmpty ? ClientSession.path : endpoint.target
            isSecure = endpoint.isSecure
        }

        /// A name is looked up once, so that all clients come to one machine.
        private static func address(of endpoint: Endpoint) throws(UsageError) -> SocketAddress {
            do throws(ClientError) {
                let addresses = try endpoint.addresses().map { SocketAddress($0) }
                // `localhost` has two, and not every server listens at both. A name that is found has one at least.
                return addresses.count == 1 ? addresses[0] : addresses.first(where: answers) ?? addresses[0]
            } catch {
                throw UsageError(reason: "\(endpoint.host): \(error)")
            }
        }

        private static func answers(_ address: SocketAddress) -> Bool {
            (try? Channel(Endpoint(host: address.hostText, port: address.port))) != nil
        }
    }

    /// Clients are dealt over them as they come. There is one at least.
    let gateways: [Gateway]
    /// Nil: no TLS.
    let trust: TLSOptions.Trust?
    let identity: Identity
    /// Taken in turn; none: the kernel's choice, which has some 28,000 ports for one server.
    let sources: [SocketAddress]

    init(
        urls: [String], sources: String?, trust: TLSOptions.Trust = .system, identity: Identity = .named
    ) throws(UsageError) {
        gateways = try urls.map { url throws(UsageError) in try Gateway(url: url) }
        guard let first = gateways.first else { throw UsageError(reason: "give --url") }
        guard gateways.allSatisfy({ $0.isSecure == first.isSecure && $0.address.family == first.address.family }) else {
            throw UsageError(reason: "--url: all are ws:// or all are wss://, and their addresses of one kind")
        }
        self.identity = identity
        self.trust = first.isSecure ? trust : nil
        var all: [SocketAddress] = []
        for text in (sources ?? "").split(separator: ",") {
            guard let source = SocketAddress(String(text), port: 0), source.family == first.address.family else {
                throw UsageError(reason: "--sources: \(text) is not an address of the same kind as \(first.host)")
            }
            all.append(source)
        }
        self.sources = all
    }

    init(
        url: String, sources: String?, trust: TLSOptions.Trust = .system, identity: Identity = .named
    ) throws(UsageError) {
        try self.init(urls: [url], sources: sources, trust: trust, identity: identity)
    }

    /// Of a client that waits.
    var connectionOptions: ClientConnection.Options {
        var options = ClientConnection.Options()
        if let trust { options.channel.tls.trust = trust }
        return options
    }

    /// For a client that waits: the first one's.
    var endpoint: Endpoint {
        let gateway = gateways[0]
        return Endpoint(
            isSecure: gateway.isSecure, host: gateway.host, port: gateway.address.port, target: gateway.path)
    }
}

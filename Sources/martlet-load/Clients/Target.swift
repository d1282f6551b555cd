import Client
import Commands
import Transport

/// Where the load goes, and from which addresses it comes.
struct Target: Sendable {
    let address: SocketAddress
    /// As it stands in the URL.
    let host: String
    /// Nil: no TLS.
    let trust: TLSOptions.Trust?
    /// For the Host header.
    let authority: String
    let path: String
    let identity: Identity
    /// Taken in turn; none: the kernel's choice, which has some 28,000 ports for one server.
    let sources: [SocketAddress]

    init(
        url: String, sources: String?, trust: TLSOptions.Trust = .system, identity: Identity = .named
    ) throws(UsageError) {
        guard let endpoint = Endpoint(url) else { throw UsageError(reason: "\(url) is not a ws:// or wss:// URL") }
        address = try Self.address(of: endpoint)
        self.identity = identity
        host = endpoint.host
        self.trust = endpoint.isSecure ? trust : nil
        authority = endpoint.authority
        path = endpoint.target.isEmpty ? ClientSession.path : endpoint.target
        var all: [SocketAddress] = []
        for text in (sources ?? "").split(separator: ",") {
            guard let source = SocketAddress(String(text), port: 0), source.family == address.family else {
                throw UsageError(reason: "--sources: \(text) is not an address of the same kind as \(endpoint.host)")
            }
            all.append(source)
        }
        self.sources = all
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

    /// Of a client that waits.
    var connectionOptions: ClientConnection.Options {
        var options = ClientConnection.Options()
        if let trust { options.channel.tls.trust = trust }
        return options
    }

    /// For a client that waits.
    var endpoint: Endpoint { Endpoint(isSecure: trust != nil, host: host, port: address.port, target: path) }
}

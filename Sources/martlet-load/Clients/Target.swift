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
    /// Taken in turn; none: the kernel's choice, which has some 28,000 ports for one server.
    let sources: [SocketAddress]

    init(url: String, sources: String?, trust: TLSOptions.Trust = .system) throws(UsageError) {
        guard let endpoint = Endpoint(url) else { throw UsageError(reason: "\(url) is not a ws:// or wss:// URL") }
        guard let address = SocketAddress(endpoint.host, port: endpoint.port) else {
            throw UsageError(reason: "\(endpoint.host) must be a numeric address; names are not looked up")
        }
        self.address = address
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

    /// For a client that waits.
    var endpoint: Endpoint { Endpoint(isSecure: trust != nil, host: host, port: address.port, target: path) }
}

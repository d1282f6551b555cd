import Framing
import Settings
import Transport

/// The hosts for which the operators' listener answers. A page whose own name leads to this machine (DNS rebinding) is of the
/// same origin as what it asks for, to a browser; its name gives it away.
struct OperatorHosts: Sendable {
    private let names: Set<String>

    init(_ configuration: Configuration) {
        names = Set(configuration.admin.hosts + ["localhost"])
    }

    /// No page can choose an address, and none sends a request without a host, as HTTP/1.0 allows it.
    func admits(_ request: HTTPRequest) -> Bool {
        guard let host = request.authority?.host else { return true }
        if names.contains(host) { return true }
        let address = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return SocketAddress(address, port: 0) != nil
    }
}

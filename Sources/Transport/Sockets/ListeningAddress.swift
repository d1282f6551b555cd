/// Where a process listens.
package enum ListeningAddress: Hashable, Sendable, CustomStringConvertible {
    case network(SocketAddress)
    /// The path of a Unix socket.
    case unix(String)

    /// Nobody on another machine can reach it.
    package var isLocal: Bool {
        switch self {
        case .network(let address): address.isLoopback
        case .unix: true
        }
    }

    package var description: String {
        switch self {
        case .network(let address): address.description
        case .unix(let path): path
        }
    }
}

/// The connections that a listener is there for. Each connection keeps that of the listener it came by.
package enum ListenerRole: Hashable, Sendable {
    /// Of users, and of backends that come by the same port.
    case clients
    /// Of operators and backends, on a port of their own: limits and proxies of clients do not concern them.
    case admin
    /// Of ACME servers that look whether a name leads here (RFC 8555 §8.3), on a port without TLS.
    case acme

    /// Whether a connection may rest between two requests. A server that looks asks once, and nobody else may hold its place.
    var keepsAlive: Bool { self != .acme }
}

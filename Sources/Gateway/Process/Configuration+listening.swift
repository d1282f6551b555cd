import Settings
import Transport

/// Where the gateway listens.
extension Configuration {
    func clientEndpoint(_ tls: TLSContext?) -> Node<ShardGateway>.Endpoint {
        .init(address: .network(socketAddress(listen.address, listen.port)), tls: tls, role: .clients)
    }

    /// Nil: nowhere. An address that only this machine reaches has no TLS: clients compare no certificate, and nobody
    /// listens in.
    func adminEndpoint(_ tls: TLSContext?) -> Node<ShardGateway>.Endpoint? {
        let address: ListeningAddress
        switch admin.listen {
        case .off: return nil
        case .address(let host, let port): address = .network(socketAddress(host, port))
        case .unixSocket(let path): address = .unix(path)
        }
        return .init(address: address, tls: address.isLocal ? nil : tls, role: .admin)
    }

    /// Nil: challenges are answered in TLS handshakes alone.
    var validationEndpoint: Node<ShardGateway>.Endpoint? {
        tls.acme?.http.map { place in
            .init(address: .network(socketAddress(place.host, place.port)), tls: nil, role: .acme)
        }
    }

    private func socketAddress(_ host: String, _ port: Int) -> SocketAddress {
        guard let address = SocketAddress(host, port: UInt16(port)) else {
            preconditionFailure("the address \(host) was checked with the configuration")
        }
        return address
    }
}

import Framing

/// The proxies whose word about a client's address is taken.
package struct TrustedProxies: Sendable {
    package var blocks: [SocketAddress.Block] = []
    /// They begin each connection with a PROXY header.
    package var sendsProxyHeader = false
    package var header = ForwardedHeader.xForwardedFor

    package init() {}

    func trusts(_ address: SocketAddress) -> Bool { blocks.contains { $0.contains(address.host) } }

    /// The client that sent the request, by the word of a trusted `peer`: read from the right, past trusted hops. A hop
    /// that is no address ends the search, for what is left of it may be anybody's invention.
    func client(of headers: HTTPHeaders, through peer: SocketAddress) -> SocketAddress {
        var client = peer
        for hop in header.hops(of: headers) {
            guard let address = SocketAddress(hop: hop) else { return client }
            client = address
            if !trusts(address) { return client }
        }
        return client
    }
}

extension SocketAddress {
    /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`. Without a port, it is 0.
    init?(hop: String) {
        if let address = SocketAddress(hop, port: 0) {
            self = address
            return
        }
        guard let authority = HTTPAuthority(hop.utf8) else { return nil }
        let host = authority.host.hasPrefix("[") ? String(authority.host.dropFirst().dropLast()) : authority.host
        self.init(host, port: authority.port ?? 0)
    }

    /// Nil: the text is no address of that family.
    init?(_ source: ProxyHeader.Source) {
        switch source {
        case .own: return nil
        case .text(let text, let isIPv6, let port):
            guard text.utf8.contains(UInt8(ascii: ":")) == isIPv6 else { return nil }
            self.init(text, port: port)
        case .bytes(let bytes, let port): self.init(bytes: bytes, port: port)
        }
    }
}

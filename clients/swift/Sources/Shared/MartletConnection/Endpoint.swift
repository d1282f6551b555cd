import MartletFraming

/// Where a server is: `ws://host:port/path` or `wss://…`, with `http` and `https` meaning the same; or a Unix socket.
package struct Endpoint: Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// A name or a numeric address, IPv6 without its brackets.
    package let host: String
    package let port: UInt16
    /// With the query; empty if the URL has none.
    package let target: String
    /// The path of the Unix socket to connect to, instead of the host and the port.
    package let unixSocket: String?

    package init(isSecure: Bool = false, host: String = "127.0.0.1", port: UInt16, target: String = "") {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        unixSocket = nil
    }

    package init(unixSocket: String, target: String = "") {
        isSecure = false
        host = "localhost"
        port = 80
        self.target = target
        self.unixSocket = unixSocket
    }

    /// The same server.
    package func with(target: String) -> Endpoint {
        if let unixSocket { return Endpoint(unixSocket: unixSocket, target: target) }
        return Endpoint(isSecure: isSecure, host: host, port: port, target: target)
    }

    /// Nil for what is no such URL: another scheme, user information, a fragment.
    package init?(_ url: String) {
        guard let schemeEnd = url.firstRange(of: "://") else { return nil }
        switch url[..<schemeEnd.lowerBound].lowercased() {
        case "ws", "http": isSecure = false
        case "wss", "https": isSecure = true
        default: return nil
        }
        let rest = url[schemeEnd.upperBound...]
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let authority = HTTPAuthority(rest[..<authorityEnd].utf8) else { return nil }
        let path = rest[authorityEnd...]
        target = path.hasPrefix("?") ? "/" + path : String(path)
        guard target.isEmpty || HTTPClientRequest.isTarget(target) else { return nil }
        host = String(authority.host.drop { $0 == "[" }.prefix { $0 != "]" })
        port = authority.port ?? (isSecure ? 443 : 80)
        unixSocket = nil
    }

    /// For the Host header.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    package var description: String {
        if let unixSocket { return unixSocket + target }
        return "\(isSecure ? "wss" : "ws")://\(authority)\(target)"
    }
}

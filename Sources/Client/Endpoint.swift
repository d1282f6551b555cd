import Framing

/// Where a server is: `ws://host:port/path` or `wss://…`, with `http` and `https` meaning the same.
package struct Endpoint: Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// A name or a numeric address, IPv6 without its brackets.
    package let host: String
    package let port: UInt16
    /// With the query; empty if the URL has none.
    package let target: String

    package init(isSecure: Bool = false, host: String = "127.0.0.1", port: UInt16, target: String = "") {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
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
    }

    /// For the Host header.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    package var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(target)" }
}

/// Where a browser says that a page comes from (RFC 6454 §7), in the form in which two can be compared.
public enum Origin: Hashable, Sendable {
    /// With the scheme's own port filled in.
    case web(scheme: String, host: String, port: UInt16)
    /// `null`, and the schemes of extensions and packaged apps: compared as text.
    case other(String)

    /// Nil for what no browser sends: a path, user information, a list.
    public init?(_ text: String) {
        let bytes = text.utf8.map(\.lowercased)
        if bytes.elementsEqual("null".utf8) {
            self = .other("null")
            return
        }
        guard let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[schemeEnd...].starts(with: "://".utf8),
            Self.isScheme(bytes[..<schemeEnd])
        else { return nil }
        let scheme = String(decoding: bytes[..<schemeEnd], as: UTF8.self)
        let rest = bytes[(schemeEnd + 3)...]
        if scheme == "http" || scheme == "https" {
            guard let authority = HTTPAuthority(rest) else { return nil }
            self.init(authority, secure: scheme == "https")
        } else {
            guard rest.isEmpty || HTTPAuthority(rest) != nil else { return nil }
            self = .other(String(decoding: bytes, as: UTF8.self))
        }
    }

    init(_ authority: HTTPAuthority, secure: Bool) {
        self = .web(
            scheme: secure ? "https" : "http", host: authority.host, port: authority.port ?? (secure ? 443 : 80))
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, first.isLetter else { return false }
        return bytes.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}

/// The pages that may connect. A request without an Origin does not come from a browser, and is not judged.
public enum OriginPolicy: Sendable {
    /// Pages that this server's own scheme, host and port served, and the listed ones.
    case sameOrigin(or: Set<Origin> = [])
    case any

    /// `secure` says whether the connection came in over TLS.
    package func allows(_ origin: Origin, host: HTTPAuthority, secure: Bool) -> Bool {
        switch self {
        case .sameOrigin(let listed): origin == Origin(host, secure: secure) || listed.contains(origin)
        case .any: true
        }
    }
}

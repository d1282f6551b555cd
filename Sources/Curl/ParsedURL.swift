import CCurl

/// A URL taken apart by libcurl, so that what is checked is what is then asked.
package struct ParsedURL: Sendable {
    /// The URL as libcurl writes it.
    package let url: String
    package let scheme: String
    /// Scheme, host, and the port unless it is the scheme's own (RFC 6454 §6.1).
    package let origin: String
    /// The origin with path and query: the same for all spellings of one address.
    package let address: String

    /// Nil for what is no URL with a host, and for one that names a user or a fragment.
    package init?(_ text: String) {
        guard let parts = curl_url() else { preconditionFailure("no memory for a URL") }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
            let url = Self.part(parts, CURLUPART_URL), let scheme = Self.part(parts, CURLUPART_SCHEME),
            let host = Self.part(parts, CURLUPART_HOST), !host.isEmpty,
            Self.part(parts, CURLUPART_USER) == nil, Self.part(parts, CURLUPART_PASSWORD) == nil,
            Self.part(parts, CURLUPART_FRAGMENT) == nil
        else { return nil }
        self.url = url
        self.scheme = scheme
        let port = Self.part(parts, CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT))
        origin = "\(scheme)://\(host.lowercased())" + (port.map { ":\($0)" } ?? "")
        let query = Self.part(parts, CURLUPART_QUERY).map { "?\($0)" } ?? ""
        address = origin + (Self.part(parts, CURLUPART_PATH) ?? "/") + query
    }

    private static func part(_ parts: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

/// The URLs at which a gateway gives media out: `/v1/media/`, the id, and a signature behind it.
package enum MediaURL {
    package static let path: StaticString = "/v1/media/"
    /// 16 bytes in base64url.
    package static let idBytes = 22

    /// The id in a profile's or group's text, if that is such a URL, at whatever host. Its signature is not looked at.
    package static func id(in text: String) -> String? {
        guard let path = text.firstRange(of: "\(path)") else { return nil }
        let id = text[path.upperBound...].prefix { $0 != "?" }
        return id.utf8.count == idBytes ? String(id) : nil
    }
}

import JSON

/// The key by which S3 knows the gateway.
package struct AccessKey: Equatable, Sendable {
    package let id: String
    package let secret: String
    /// Of keys that somebody has lent for a time.
    package let sessionToken: String?

    package init(id: String, secret: String, sessionToken: String? = nil) {
        self.id = id
        self.secret = secret
        self.sessionToken = sessionToken
    }

    /// A JSON object with `accessKeyID`, `secretAccessKey`, and perhaps `sessionToken`. The error says what is wrong, and never
    /// a secret.
    package init(file: [UInt8]) throws(MediaProblem) {
        let document = JSONDocument()
        let root: JSONValue
        do {
            root = try file.withUnsafeBytes { bytes throws(JSONError) in try document.parse(bytes) }
        } catch {
            throw .failed("is no JSON: \(error)")
        }
        guard let members = root.members else { throw .failed("is no JSON object") }
        let known = ["accessKeyID", "secretAccessKey", "sessionToken"]
        if let other = members.lazy.compactMap(\.key.string).first(where: { !known.contains($0) }) {
            throw .failed("has the member \(other), which means nothing")
        }
        guard let id = root["accessKeyID"]?.string, !id.isEmpty else { throw .failed("has no text accessKeyID") }
        guard let secret = root["secretAccessKey"]?.string, !secret.isEmpty else {
            throw .failed("has no text secretAccessKey")
        }
        let token = root["sessionToken"]
        if let token, token.string?.isEmpty != false { throw .failed("has a sessionToken that is no text") }
        // They become a part of URLs and headers.
        for text in [id, token?.string ?? ""] where !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw .failed("has a character in accessKeyID or sessionToken that cannot be sent")
        }
        self.init(id: id, secret: secret, sessionToken: token?.string)
    }
}

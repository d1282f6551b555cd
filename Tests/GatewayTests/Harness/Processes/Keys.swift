import Bytes
import Foundation
import JSON
import Security

/// The keys of a test's gateway, and the tokens of its users.
struct Keys: Sendable {
    let secret: [UInt8]
    let id: String?
    let adminKey: String

    /// An admin key by which the tests ask all nodes of a cluster how far they are, whatever other keys a test has.
    static let observer = Base64.url.encode(Random.bytes(32))

    init(id: String? = nil) {
        self.id = id
        secret = Random.bytes(32)
        adminKey = Base64.url.encode(Random.bytes(32))
    }

    var signer: TokenSigner { TokenSigner(secret: secret, id: id) }

    /// One entry of a key file.
    var entry: String {
        let name = id.map { #""kid": "\#($0)", "# } ?? ""
        return #"{\#(name)"alg": "HS256", "secret": "\#(Base64.url.encode(secret))"}"#
    }

    static func file(_ entries: String...) -> String {
        #"{"keys": [\#(entries.joined(separator: ", "))]}"#
    }

    var adminFile: String {
        Self.observed(#"{"keys": [{"name": "tests", "secret": "\#(adminKey)"}]}"#)
    }

    /// A file of admin keys that has the observer as well, on a cluster.
    static func observed(_ file: String) -> String {
        guard TestCluster.isUsual, !file.contains(observer), let entries = file.range(of: "[") else { return file }
        return file.replacingCharacters(in: entries, with: #"[{"name": "observer", "secret": "\#(observer)"}, "#)
    }

    /// Good for an hour unless told otherwise; `more` are claims as JSON members.
    func token(_ user: String, expiresIn seconds: Int = 3600, _ more: String = "") -> String {
        signer.token(user, expiresIn: seconds, more)
    }
}

extension TokenSigner {
    func token(_ user: String, expiresIn seconds: Int = 3600, _ more: String = "") -> String {
        var claims = JSONWriter()
        claims.object {
            $0.field("sub", user)
            $0.field("exp", wallSeconds() + seconds)
        }
        return sign(claims: more.isEmpty ? claims.text : "\(claims.text.dropLast()),\(more)}")
    }

    /// A payload that need not be a good one.
    func sign(claims text: String) -> String {
        var text = text
        return text.withUTF8 { sign(payload: UnsafeRawBufferPointer($0)) }
    }
}

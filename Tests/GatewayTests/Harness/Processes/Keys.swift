import Bytes
import JSON
import Security

/// The keys of a test's gateway, and the tokens of its users.
struct Keys: Sendable {
    let secret: [UInt8]
    let id: String?
    let adminKey: String

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
        #"{"keys": [{"name": "tests", "secret": "\#(adminKey)"}]}"#
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

import Bytes
import JSON
import Security

/// The key by which an ACME server knows its client.
package struct AccountKey: Sendable {
    private let key: SigningKey
    /// RFC 7638: what a key authorization has of the key.
    package let thumbprint: String

    package init(_ key: SigningKey) {
        self.key = key
        var json = JSONWriter()
        Self.writeKey(key, to: &json)
        thumbprint = Base64.url.encode(Digest.sha256(json.bytes))
    }

    /// RFC 8555 §8.1.
    package func authorization(of token: String) -> String { "\(token).\(thumbprint)" }

    /// The signer's name: the number that the server has given (`kid`), before that the key itself (RFC 8555 §6.2).
    enum Name {
        case key
        case account(String)
    }

    /// A JWS in the flattened form of RFC 7515 §7.2.2, for one URL and one nonce. `payload` is JSON, or nothing.
    func sign(_ payload: String, for url: String, as name: Name, nonce: String) -> [UInt8] {
        var header = JSONWriter()
        header.object { json in
            json.field("alg", "ES256" as StaticString)
            switch name {
            case .key:
                json.key("jwk")
                Self.writeKey(key, to: &json)
            case .account(let url): json.field("kid", url)
            }
            json.field("nonce", nonce)
            json.field("url", url)
        }
        return Self.flattened(protected: header.bytes, payload: payload) { key.sign($0) }
    }

    /// RFC 8555 §7.3.4: the account of another kind that the operator has with the authority vouches for this key.
    func bind(to account: ExternalAccount, for url: String) -> [UInt8] {
        var header = JSONWriter()
        header.object { json in
            json.field("alg", "HS256" as StaticString)
            json.field("kid", account.id)
            json.field("url", url)
        }
        var payload = JSONWriter()
        Self.writeKey(key, to: &payload)
        return Self.flattened(protected: header.bytes, payload: payload.text) { message in
            var message = message
            return message.withUTF8 { Signature.hmac(UnsafeRawBufferPointer($0), secret: account.secret) }
        }
    }

    private static func flattened(
        protected: UnsafeRawBufferPointer, payload: String, sign: (String) -> [UInt8]
    ) -> [UInt8] {
        let (header, payload) = (Base64.url.encode(protected), Base64.url.encode(payload.utf8))
        var json = JSONWriter()
        json.object { json in
            json.field("protected", header)
            json.field("payload", payload)
            json.field("signature", Base64.url.encode(sign("\(header).\(payload)")))
        }
        return Array(json.bytes)
    }

    /// In the order of RFC 7638 §3.
    private static func writeKey(_ key: SigningKey, to json: inout JSONWriter) {
        json.object { json in
            json.field("crv", "P-256" as StaticString)
            json.field("kty", "EC" as StaticString)
            json.field("x", Base64.url.encode(key.x))
            json.field("y", Base64.url.encode(key.y))
        }
    }
}

/// An id and a secret that some authorities give their customers, so that a key is theirs (RFC 8555 §7.3.4).
package struct ExternalAccount: Equatable, Sendable {
    package let id: String
    package let secret: [UInt8]

    package init(id: String, secret: [UInt8]) {
        self.id = id
        self.secret = secret
    }
}

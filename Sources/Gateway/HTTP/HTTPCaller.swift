import ClientProtocol
import Domain
import Framing

/// The sender of a request over HTTP.
enum HTTPCaller {
    /// By a token.
    case user(Authenticator.Identity)
    /// By an admin key, in its own name or in a user's.
    case key(AdminAccess, user: UserID?)

    var user: UserID? {
        switch self {
        case .user(let identity): identity.user
        case .key(_, let user): user
        }
    }

    /// no revocation concerns a key.
    var issuedAt: Seconds? {
        switch self {
        case .user(let identity): identity.issuedAt
        case .key: .max
        }
    }

    /// The channels that the user's token names. A backend needs no claim (F-03).
    var claim: ChannelClaim {
        switch self {
        case .user(let identity): identity.claim
        case .key: .all
        }
    }

    /// Nil: by a token.
    var access: AdminAccess? {
        if case .key(let access, _) = self { access } else { nil }
    }

    /// Request keys are kept under this name. No user is called like an administrator: an id has no line feed.
    var name: String {
        switch self {
        case .user(let identity): identity.user.text
        case .key(let access, nil): "admin\n" + access.name
        case .key(let access, let user?): "admin\n" + access.name + "\n" + user.text
        }
    }

    /// The user that the header `Martlet-As` names, percent-encoded.
    static func user(named text: String) throws(HTTPFailure) -> UserID {
        guard let user = text.percentDecoded.flatMap(UserID.init) else {
            throw HTTPFailure(Refusal(.badIdentifier, keys: ["Martlet-As"]))
        }
        return user
    }
}

extension String {
    /// Nil if it is not what RFC 3986 §2.1 makes of a UTF-8 text.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let decoded = UInt8(String(Substring(digits)), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

import JSON

/// Why a file of keys cannot be used: what is wrong where, and what to do about it. The caller knows the file's name.
package enum KeyFileError: Error, Equatable, CustomStringConvertible {
    case json(JSONError)
    case notAKeyFile
    case empty
    /// Of what an issuer publishes.
    case noUsableKey
    case tooManyKeys(Int)
    /// The place is like `keys[1]`, with the key's name if it has one.
    case key(place: String, problem: KeyProblem)

    package var description: String {
        switch self {
        case .json(let error): "is not JSON: \(error)"
        case .notAKeyFile: #"must hold an object with a list of keys: {"keys": [ … ]}"#
        case .empty: "has no keys; `martlet token` creates a file with one"
        case .noUsableKey: "has no key that the gateway takes: a public key for RS256, ES256 or EdDSA, to sign with"
        case .tooManyKeys(let count): "has \(count) keys, more than \(KeySet.mostPublished)"
        case .key(let place, let problem): "\(place) \(problem)"
        }
    }
}

package enum KeyProblem: Error, Equatable, CustomStringConvertible {
    case notAnObject
    case missing(field: String)
    case unknownField(String)
    case notAString(field: String)
    case notStrings(field: String)
    case notACount(field: String, most: Int)
    case duplicateID
    case unknownAlgorithm(String)
    case notBase64URL(field: String)
    case weakSecret(SecretStrength.Weakness)
    case unreadablePEM
    case unreadablePrivateKey
    case privateKey
    case unreadableJWK
    case notForSignatures
    case otherType(needed: String)
    case shortRSA(bits: Int)
    case longRSA(bits: Int)
    case unsound

    package var description: String {
        switch self {
        case .notAnObject: "must be an object"
        case .missing(let field): "has no `\(field)`"
        case .unknownField(let field): "has an unknown field `\(field)`; remove it"
        case .notAString(let field): "must have a string as its `\(field)`"
        case .notStrings(let field): "must have a list of strings as its `\(field)`, with at least one"
        case .notACount(let field, let most): "must have a number from 1 to \(most) as its `\(field)`"
        case .duplicateID: "has the name of an earlier key; give every key its own"
        case .unknownAlgorithm(let name):
            "has the algorithm `\(name)`; use one of "
                + TokenAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        case .notBase64URL(let field):
            "must have its `\(field)` in base64url (A-Z a-z 0-9 - _, without =)"
        case .weakSecret(let weakness):
            "has a secret that \(weakness); create a new one with `openssl rand -hex 32`"
        case .unreadablePEM:
            "has a `pem` that is not a public key; it must begin with -----BEGIN PUBLIC KEY-----"
        case .unreadablePrivateKey:
            "is not an unencrypted private key in PEM; it must begin with -----BEGIN PRIVATE KEY-----"
        case .privateKey:
            "is a private key, which does not belong here; give its public half: `openssl pkey -pubout`"
        case .unreadableJWK: "has a JWK (`kty` and its other fields) that is not a key"
        case .notForSignatures: "is for another `use` than signatures (`sig`)"
        case .otherType(let needed): "must be \(needed) for its `alg`"
        case .shortRSA(let bits): "has \(bits) bits, and RSA under 2048 can be broken; create a longer one"
        case .longRSA(let bits): "has \(bits) bits; RSA over 8192 would make every token too expensive"
        case .unsound: "is not a valid key: OpenSSL finds its numbers wrong"
        }
    }
}

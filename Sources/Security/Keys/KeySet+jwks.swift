import JSON

extension KeySet {
    /// A JWK Set, as an issuer publishes it (RFC 7517 §5). Keys of other kinds, other uses and other algorithms are passed over,
    /// and so are secrets and private keys, which nobody should publish.
    package init(jwks file: UnsafeRawBufferPointer) throws(KeyFileError) {
        let root: JSONValue
        // It is read anew for each set, and the keys stay in it no longer than this.
        let document = JSONDocument()
        do {
            root = try document.parse(file, limits: JSONLimits(depth: 8, values: 8_192))
        } catch {
            throw .json(error)
        }
        guard let list = root["keys"]?.elements else { throw .notAKeyFile }
        let keys = list.compactMap { TokenKey(published: $0) }
        if keys.isEmpty { throw .noUsableKey }
        // A token that names no key is tried with each of them.
        guard keys.count <= Self.mostPublished else { throw .tooManyKeys(keys.count) }
        self.init(keys: keys)
    }

    package init(jwks file: [UInt8]) throws(KeyFileError) {
        self = try file.withUnsafeBufferPointer { file throws(KeyFileError) in
            try KeySet(jwks: UnsafeRawBufferPointer(file))
        }
    }

    package static let mostPublished = 64
}

extension TokenKey {
    /// Nil for a key that we do not take.
    fileprivate init?(published jwk: JSONValue) {
        guard jwk.kind == .object, let algorithm = TokenAlgorithm(published: jwk),
            jwk["kid"]?.kind ?? .string == .string,
            jwk["key_ops"]?.elements?.contains(where: { $0.string == "verify" }) ?? true,
            let material = try? TokenKey.material(ofJWK: jwk, algorithm)
        else { return nil }
        self.init(id: jwk["kid"]?.string, algorithm: algorithm, material: material)
    }
}

extension TokenAlgorithm {
    /// RFC 7517 §4.4: `alg` may be left out; then a key is for the one algorithm of its kind that we take. Nil for secrets too.
    fileprivate init?(published jwk: JSONValue) {
        let fitting: TokenAlgorithm
        switch (jwk["kty"]?.string, jwk["crv"]?.string) {
        case ("RSA", _): fitting = .rs256
        case ("EC", "P-256"): fitting = .es256
        case ("OKP", "Ed25519"): fitting = .edDSA
        default: return nil
        }
        switch jwk["alg"]?.string {
        case nil where jwk["alg"] == nil, fitting.rawValue: break
        // RFC 9864 §2.2 has another name for the same.
        case "Ed25519" where fitting == .edDSA: break
        default: return nil
        }
        self = fitting
    }
}

import JSON

/// The keys that sign users' tokens, several of them while one replaces another.
///
///     {"keys": [
///         {"kid": "2026-10", "alg": "HS256", "secret": "<at least 32 bytes in base64url>"},
///         {"kid": "2026-11", "alg": "ES256", "pem": "-----BEGIN PUBLIC KEY-----…"},
///         {"kid": "partner", "alg": "RS256", "kty": "RSA", "n": "…", "e": "AQAB"}
///     ]}
///
/// Immutable: to change keys, read the file again and replace the set.
package struct KeySet: Sendable {
    let keys: [TokenKey]

    /// Nobody's.
    static let none = KeySet(keys: [])

    init(keys: [TokenKey]) {
        self.keys = keys
    }

    package var count: Int { keys.count }

    /// The public facts about each key: its id and its algorithm.
    package var descriptions: [(id: String?, algorithm: String)] { keys.map { ($0.id, $0.algorithm.rawValue) } }

    package init(_ file: UnsafeRawBufferPointer) throws(KeyFileError) {
        let document = JSONDocument()
        var keys: [TokenKey] = []
        for (place, entry) in try KeyFile.entries(of: file, in: document) {
            do throws(KeyProblem) {
                let key = try TokenKey(entry)
                if let id = key.id, keys.contains(where: { $0.id == id }) { throw KeyProblem.duplicateID }
                keys.append(key)
            } catch {
                throw .key(place: place, problem: error)
            }
        }
        self.keys = keys
    }

    package init(_ file: [UInt8]) throws(KeyFileError) {
        self = try file.withUnsafeBufferPointer { file throws(KeyFileError) in
            try KeySet(UnsafeRawBufferPointer(file))
        }
    }

    /// Signs with the secret of that name, or with the first secret: a file of secrets is enough to make tokens for tests.
    package func signer(id: String? = nil) -> TokenSigner? {
        for key in keys where id == nil || key.id == id {
            if case .secret(let secret) = key.material { return TokenSigner(secret: secret, id: key.id) }
        }
        return nil
    }

    /// A token that names its key gets that one; one that does not, all of its algorithm. Never one of another algorithm.
    func candidates(id: String?, _ algorithm: TokenAlgorithm) -> [TokenKey] {
        keys.filter { key in
            guard key.algorithm == algorithm else { return false }
            guard let id else { return true }
            return key.id?.isExactly(id) ?? false
        }
    }
}

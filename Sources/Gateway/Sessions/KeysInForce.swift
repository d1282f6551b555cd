import Locking
import Security
import Settings
import Transport

/// The keys and certificates that the gateway uses now, for its operators. A reload replaces them.
final class KeysInForce: Sendable {
    struct TokenKey: Sendable {
        /// Of a key file: nil.
        let issuer: String?
        let id: String?
        let algorithm: String
    }

    private struct State {
        var credentials: Credentials?
        var certificates: [TLSContext.Validity] = []
    }

    private let state = Lock(State())
    private let issuerKeys: IssuerKeys

    init(_ issuerKeys: IssuerKeys) {
        self.issuerKeys = issuerKeys
    }

    func use(_ credentials: Credentials) {
        state.withLock { $0.credentials = credentials }
    }

    /// Nil: the gateway speaks no TLS.
    func use(_ context: TLSContext?) {
        let certificates = context?.validities ?? []
        state.withLock { $0.certificates = certificates }
    }

    var certificates: [TLSContext.Validity] { state.withLock { $0.certificates } }

    var adminKeys: [AdminKeys.Key] { state.withLock { $0.credentials }?.adminKeys?.keys ?? [] }

    /// Those of the key file, then those of each issuer, as far as they have been fetched.
    var tokenKeys: [TokenKey] {
        guard let credentials = state.withLock({ $0.credentials }) else { return [] }
        let fetched = issuerKeys.keys
        var keys = Self.keys(credentials.tokenKeys, of: nil)
        for issuer in credentials.issuers {
            keys += Self.keys(issuer.keys ?? fetched[issuer.name], of: issuer.name)
        }
        return keys
    }

    private static func keys(_ set: KeySet?, of issuer: String?) -> [TokenKey] {
        (set?.descriptions ?? []).map { TokenKey(issuer: issuer, id: $0.id, algorithm: $0.algorithm) }
    }
}

import Bytes

/// Tokens that were found good, with those who bear them.
struct KnownTokens {
    private struct Known {
        let token: [UInt8]
        let identity: Authenticator.Identity
    }

    /// By their last eight characters, which are of the signature: whoever could choose them could sign. Where two tokens
    /// have the same, the later one is kept, and the other is checked each time.
    private var byEnd: [UInt64: Known] = [:]

    subscript(_ token: ArraySlice<UInt8>) -> Authenticator.Identity? {
        get {
            guard let known = byEnd[end(of: token)], known.token.count == token.count else { return nil }
            return token.withUnsafeBytes { token in
                known.token.withUnsafeBytes { $0.equals(token) } ? known.identity : nil
            }
        }
        set {
            if byEnd.count >= mostKnown { byEnd.removeAll() }
            byEnd[end(of: token)] = newValue.map { Known(token: Array(token), identity: $0) }
        }
    }

    private func end(of token: ArraySlice<UInt8>) -> UInt64 {
        token.withUnsafeBytes { token in
            token.count < 8 ? 0 : token.loadUnaligned(fromByteOffset: token.count - 8, as: UInt64.self)
        }
    }
}

private let mostKnown = 4_096

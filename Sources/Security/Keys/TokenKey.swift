/// A key for exactly one algorithm: a token cannot choose how it is checked (RFC 8725 §3.1).
struct TokenKey: Sendable {
    enum Material: Sendable {
        case secret([UInt8])
        case pair(AsymmetricKey)
    }

    let id: String?
    let algorithm: TokenAlgorithm
    let material: Material

    func accepts(_ signature: [UInt8], of message: UnsafeRawBufferPointer) -> Bool {
        switch material {
        case .secret(let secret): equalInConstantTime(signature, Signature.hmac(message, secret: secret))
        case .pair(let key): Signature.verify(signature, of: message, by: key, algorithm)
        }
    }
}

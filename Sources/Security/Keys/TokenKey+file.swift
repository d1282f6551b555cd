import JSON

/// How a key is written in a file.
extension TokenKey {
    init(_ entry: JSONValue) throws(KeyProblem) {
        guard entry.kind == .object else { throw .notAnObject }
        let name = try entry.requiredText("alg")
        guard let algorithm = TokenAlgorithm(rawValue: name) else { throw .unknownAlgorithm(name) }
        self.algorithm = algorithm
        id = try entry.text("kid")
        if entry["kty"] != nil {
            material = try Self.material(ofJWK: entry, algorithm)
        } else if algorithm == .hs256 {
            try entry.refuseFields(otherThan: ["kid", "alg", "secret"])
            material = .secret(try strongSecret(in: entry, "secret"))
        } else {
            try entry.refuseFields(otherThan: ["kid", "alg", "pem"])
            material = .pair(try publicKey(inPEM: entry.requiredText("pem"), algorithm))
        }
    }

    /// RFC 7517. Fields that a reader does not know must be ignored (§4), so they are no error here.
    static func material(
        ofJWK jwk: JSONValue, _ algorithm: TokenAlgorithm
    ) throws(KeyProblem) -> Material {
        if let use = try jwk.text("use"), use != "sig" { throw .notForSignatures }
        let type = try jwk.requiredText("kty")
        if algorithm == .hs256 {
            guard type == "oct" else { throw .otherType(needed: "a JWK with the `kty` oct") }
            return .secret(try strongSecret(in: jwk, "k"))
        }
        if jwk["d"] != nil { throw .privateKey }
        let key: AsymmetricKey? =
            switch type {
            case "RSA": AsymmetricKey(modulus: try jwk.requiredBytes("n"), exponent: try jwk.requiredBytes("e"))
            case "EC":
                AsymmetricKey(
                    curve: try jwk.requiredText("crv"), x: try jwk.requiredBytes("x"), y: try jwk.requiredBytes("y"))
            case "OKP": AsymmetricKey(curve: try jwk.requiredText("crv"), x: try jwk.requiredBytes("x"))
            default: nil
            }
        guard let key else { throw .unreadableJWK }
        if let problem = key.problem(for: algorithm) { throw problem }
        return .pair(key)
    }
}

private func publicKey(inPEM pem: String, _ algorithm: TokenAlgorithm) throws(KeyProblem) -> AsymmetricKey {
    if pem.contains("PRIVATE KEY-----") { throw .privateKey }
    guard let key = AsymmetricKey(publicPEM: pem) else { throw .unreadablePEM }
    if let problem = key.problem(for: algorithm) { throw problem }
    return key
}

/// Looks at the text too: a well-known secret is well known whether its bytes or its letters were meant.
private func strongSecret(in entry: JSONValue, _ field: StaticString) throws(KeyProblem) -> [UInt8] {
    let text = Array(try entry.requiredText(field).utf8)
    if SecretStrength.weakness(of: text) == .wellKnown { throw .weakSecret(.wellKnown) }
    let secret = try entry.requiredBytes(field)
    if let weakness = SecretStrength.weakness(of: secret) { throw .weakSecret(weakness) }
    return secret
}
